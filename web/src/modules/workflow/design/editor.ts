/** What every editor of a process file gets. Several of them can stand for the same file, one at a time. */
export type EditorProps = {
  /** As it was when the editor opened; later changes come from the editor itself. */
  xml: string
  onChange: (xml: string) => void
  readOnly: boolean
  /** An element to be shown and chosen; a new object each time it is asked for. */
  wanted: { element: string } | null
}
