import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-len": ["error", { code: 120 }],
      "max-lines": ["error", 300],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "Program > :matches(VariableDeclaration, ExportNamedDeclaration > VariableDeclaration)[kind='let']",
          message: "Keep what changes in the one state object of the page.",
        },
        {
          selector: "MemberExpression[property.name=/^(classList|className)$/]",
          message: "Classes say what a thing is; what it is in now goes into a data attribute.",
        },
      ],
    },
  },
];
