import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  { ignores: ['cdk.out/', 'coverage/', '.local/', 'client/dist/', 'client/src/generated/'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      complexity: ['error', 10],
      'max-lines': ['error', { max: 200 }],
      'max-lines-per-function': ['error', { max: 60 }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name, so that a thing has one name everywhere.' },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
    },
  },
  {
    // Expressions meet texts of strangers: none may take more than linear time.
    files: ['client/**', 'functions/**', 'infra/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['client/**', 'functions/**', 'infra/**', 'tools/**'],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
  },
  { files: ['functions/log/**', 'infra/app.ts', 'tools/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.js'], extends: [tseslint.configs.disableTypeChecked] },
  // Their readers want a default export.
  { files: ['**/*.js', 'test/support/{set-up,set-up-infra,tear-down}.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['test/**'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/consistent-type-assertions': 'off' },
  },
);
