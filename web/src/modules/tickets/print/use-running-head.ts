import { useEffect } from 'react'

/** Says on every page but the first, which has it in its title, of which form it is: loose sheets are put together again. */
export function useRunningHead(text: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      `@page { @top-right { content: ${JSON.stringify(text)}; font-size: 9pt } } @page :first { @top-right { content: none } }`,
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [text])
}
