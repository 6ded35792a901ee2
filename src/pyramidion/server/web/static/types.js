// @ts-check
// The shapes of what the server says and of what pages keep in mind. There is nothing to run here.

/**
 * A move that can be made, and how it is made on the page.
 * @typedef {object} Choice
 * @property {string} move
 * @property {string[]} pieces the ids of what it takes up
 * @property {string} target the id of the place it leads to, empty for none
 * @property {string[]} [also] the ids of other places on which a click means the target
 * @property {string} [label] on its button, if it leads to no place
 * @property {string} [confirm] a question that has to be answered with yes before it is made
 * @property {boolean} [passes] does it only end the turn?
 */

/** @typedef {{id: string, kind: string, text: string, told: boolean}} Note */
/** @typedef {{kind: string, text: string}} Notice */

/**
 * What makes a picture live: what lies where, what a click can mean, and what is to be said.
 * @typedef {object} BoardData
 * @property {Record<string, string>} places the place of every piece
 * @property {string[]} own the ids of the pieces that the one who looks may use
 * @property {Choice[]} choices
 * @property {{title: string, says: string} | null} part of the game, where it has several
 * @property {Note[]} notes
 * @property {Notice[]} notices
 * @property {Progress[]} progress how far each seat is, where the game counts something
 */

/** @typedef {{seat: number, count: number, most: number, what: string}} Progress */
/** @typedef {{id: string, place: string}} PieceData */
/**
 * Something that happened.
 * @typedef {object} EventData
 * @property {number} ply
 * @property {string} kind
 * @property {string} says
 * @property {string} sound its name, empty for the plain one
 * @property {string[]} ids
 * @property {{pieces?: PieceData[]}} things
 * @property {string[]} gone
 */

/**
 * @typedef {{seat: number, title: string, colour: string, kind: string, name: string, level: number | null}} SeatData
 */
/** @typedef {{ply: number, seat: number | null, whose: number, turn: number, text: string, told: string}} PlyData */
/**
 * @typedef {{kind: string, seconds: number, increment: number, left: number[], running: number | null}} ClockData
 */
/** @typedef {{rule: string, says: string, winners: number[], results: number[]}} Outcome */
/** @typedef {{ply: number, text: string}} Told */
/** @typedef {{part: string, says: string, pieces: {piece: string, place: string, on: string}[]}} NotebookLine */

/**
 * A table as this page may know it.
 * @typedef {object} TableData
 * @property {"table"} type
 * @property {number} number of the last entry in its journal
 * @property {string} head of its journal
 * @property {"open" | "playing" | "over"} status
 * @property {{name: string, title: string, spec: string}} game
 * @property {string[]} rules what the options that are not at their defaults mean
 * @property {boolean} shuffled is the set-up different each time?
 * @property {number} ply
 * @property {number | null} turn
 * @property {boolean} chat can the players talk?
 * @property {{at: number, seat: number, text: string}[]} talk
 * @property {number | null} you the seat for which this page acts now, null for spectators
 * @property {number[]} yours
 * @property {number | null} mover
 * @property {SeatData[]} seats
 * @property {PlyData[]} history
 * @property {{ply: number, says: string[]}[]} happened
 * @property {BoardData | null} board
 * @property {string} picture
 * @property {boolean} paused
 * @property {string} trouble
 * @property {Record<string, number[]>} asks
 * @property {boolean} can_undo
 * @property {Outcome | null} outcome
 * @property {ClockData | null} clock
 * @property {string | null} rematch
 * @property {NotebookLine[]} notebook
 * @property {Told[]} told what the page tells of the last plies
 */

/** @typedef {{kind: string, at: number, seat?: number, text?: string}} EntryData */

/**
 * What has changed at a table.
 * @typedef {Omit<TableData, "type"> & {
 *   type: "update", what: EntryData, line: string, plies?: PlyData[], events?: EventData[],
 * }} Update
 */

/** @typedef {{type: "presence", seats: number[], spectators: number}} Presence */
/** @typedef {{type: "problem", detail: string}} Trouble */
/** @typedef {TableData | Update | Presence | Trouble} Message */

/**
 * A line of an analysis.
 * @typedef {object} Line
 * @property {string} move
 * @property {string[]} pieces
 * @property {string} target
 * @property {number[]} results
 * @property {boolean} exact
 * @property {string[]} says
 * @property {string[]} then
 */

/**
 * An exercise after some moves.
 * @typedef {object} ExerciseData
 * @property {string} title
 * @property {string} task
 * @property {string[]} played
 * @property {boolean} right
 * @property {boolean} done
 * @property {string} says
 * @property {string[]} happened
 * @property {BoardData} board
 * @property {string} picture
 */

/**
 * A move of a study as the server tells it; `veiled` is what those read who may not know it.
 * @typedef {object} StudyMove
 * @property {number} after
 * @property {string} move
 * @property {string} veiled
 * @property {number | null} seat
 * @property {number} whose
 * @property {number} turn
 * @property {string} told
 * @property {string} comment
 */

/** @typedef {{seat: number, title: string, colour: string}} Side */

/**
 * A study as the server tells it; the moves are numbered from 1.
 * @typedef {object} StudyData
 * @property {{name: string, title: string, spec: string}} game
 * @property {Side[]} sides
 * @property {boolean} hidden is there anything a seat may not know?
 * @property {boolean} whole does it begin with the start of a game?
 * @property {string} head of its text, before the moves
 * @property {string} start the text of the first position
 * @property {string} comment
 * @property {StudyMove[]} moves
 * @property {number} at
 */

/**
 * A position of a study, in the tree.
 * @typedef {object} StudyNode
 * @property {StudyMove | null} made the move that led here, null at the start
 * @property {StudyNode | null} parent
 * @property {StudyNode[]} children the main continuation first
 * @property {string} comment
 * @property {string} position its text, empty until it is known
 */

/**
 * A position as somebody may know it.
 * @typedef {object} LookData
 * @property {string} text
 * @property {number | null} mover
 * @property {number} whose
 * @property {number} turn
 * @property {boolean} blank
 * @property {string} says what is to be done, or how the game ended
 * @property {number[]} results
 * @property {{move: string, share: number}[]} chances
 * @property {StudyMove | null} last
 * @property {EventData[]} events
 * @property {BoardData} board
 * @property {string} picture
 */

/**
 * A puzzle after some moves of the solver.
 * @typedef {object} PuzzleData
 * @property {string} id
 * @property {string} game
 * @property {string} title of its theme
 * @property {string} task
 * @property {number} grade 0 for your own puzzles
 * @property {number} rating
 * @property {boolean} proven
 * @property {string} you
 * @property {number} steps
 * @property {string[]} found
 * @property {"open" | "right" | "wrong" | "solved"} verdict
 * @property {string} says
 * @property {{picture: string, says: string[]}[]} frames the board after each ply that followed
 * @property {BoardData} board
 * @property {string} picture
 * @property {string} study the address of the analysis board, when it is solved
 */

/**
 * A line of an analysis that goes on.
 * @typedef {object} GrowingLine
 * @property {string} move
 * @property {number[]} results
 * @property {boolean} exact
 * @property {string[]} line
 * @property {string[]} pieces
 * @property {string} target
 */

/**
 * The best lines so far.
 * @typedef {object} GrowingLines
 * @property {number} seat
 * @property {number[]} results what each seat may expect
 * @property {boolean} exact
 * @property {GrowingLine[]} lines
 * @property {number} effort
 * @property {number} depth
 * @property {boolean} done
 */

/**
 * What can be done at a table.
 * @typedef {object} Actions
 * @property {(move: string) => void} play
 * @property {(ply: number, ahead?: boolean) => void} look at the board after a ply, perhaps for the choice ahead
 * @property {(what: string, form?: object) => void} act
 * @property {(name: string, value: string) => void} change how the board is shown
 * @property {() => void} redraw
 * @property {() => void} suggest
 * @property {() => void} resign
 * @property {() => void} chooseLook
 * @property {() => void} explainMarks
 * @property {() => void} coachAgain
 * @property {() => void} showEnd
 * @property {() => void} review
 */

/**
 * What a board tells the page that it is on.
 * @typedef {object} Listener
 * @property {(move: string) => void} play a move was chosen
 * @property {(thing: string) => boolean} [plan] a click while nothing can be chosen; was it of use?
 * @property {(thing: string, target: string | null) => void} refused a click led to no move
 * @property {(choices: Choice[], more: boolean) => void} [held] something was taken up
 * @property {() => void} [released] it was let go
 * @property {(choice: Choice) => Promise<string[]>} [explain] what a move would do
 */

export {};
