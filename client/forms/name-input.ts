/** Attributes of a field for a name: capitals come by themselves, and no name is marked as misspelt. */
export const NAME_INPUT = { autoCapitalize: 'words', spellCheck: false } as const;
