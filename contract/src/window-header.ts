/** The header by which a window marks its commands, to know its own changes in the stream: 1 to 32 of `\w-`. */
export const WINDOW_HEADER = 'x-window'
