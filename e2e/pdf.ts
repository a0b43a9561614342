import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Parts of characters by which PDFs may name the whole ones, and which Unicode does not make equal. */
const radicals = new Map([
  ['⻚', '页'],
  ['⻔', '门'],
  ['⻓', '长'],
  ['⻋', '车'],
  ['⻅', '见'],
  ['⻛', '风'],
])

/** A text as it is compared: without blanks, each character in its usual form. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll(/[⺀-⻿]/gu, (part) => radicals.get(part) ?? part)

/** The plain texts of a PDF's pages. */
export async function pagesOf(pdf: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 })
  try {
    const document = await task.promise
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent()
      pages.push(plain(items.map((item) => ('str' in item ? item.str : '')).join('')))
    }
    return pages
  } finally {
    await task.destroy()
  }
}
