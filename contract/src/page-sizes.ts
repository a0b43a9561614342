/** The page sizes of every list (spec 2 §2). */
export const PAGE_SIZES = [5, 10, 15, 20, 50, 100, 500] as const
