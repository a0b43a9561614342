/** The primary colours to choose from; their shades are computed (`web/src/app/primary-colour.ts`). */
export const primaryColours = ['orange', 'amber', 'green', 'teal', 'blue', 'violet', 'rose'] as const
