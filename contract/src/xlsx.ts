import { textOfMark, type ExportMark } from './watermark.ts'
import { wellFormed } from './well-formed.ts'

/** The parts of an XLSX package (ISO/IEC 29500), shared by the server, which writes row by row, and the browser. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const PROPERTIES = 'docProps/core.xml'

const numbers = (count: number) => Array.from({ length: count }, (_each, at) => at + 1)

const contentTypes = (sheets: number, marked: boolean): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${marked ? `<Override PartName="/${PROPERTIES}" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>` : ''}${numbers(
    sheets,
  )
    .map(
      (number) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    )
    .join('')}</Types>`

const packageRelations = (marked: boolean): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>${marked ? `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="${PROPERTIES}"/>` : ''}</Relationships>`

/** The document's properties; `time` is a wall-clock time, as in the cells. */
const propertiesOf = (mark: ExportMark): string => {
  const time = `${mark.time.replace(' ', 'T')}${mark.time.length === 16 ? ':00' : ''}Z`
  return `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>${escaped(mark.person)}</dc:creator><dc:description>${escaped(textOfMark(mark))}</dc:description><dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created></cp:coreProperties>`
}

const workbook = (names: readonly string[]): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
    .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`

const workbookRelations = (sheets: number): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers(sheets)
    .map(
      (number) =>
        `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )
    .join(
      '',
    )}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`

/** Indexes of the cell formats in `styles`; `decimals0` to `decimals2` group thousands. */
export const styleOf = {
  text: 0,
  title: 1,
  time: 2,
  day: 3,
  decimals0: 4,
  decimals1: 5,
  decimals2: 6,
} as const

const fonts = ['', '<b/>']
  .map((bold) => `<font>${bold}<sz val="11"/><name val="Microsoft YaHei"/><family val="2"/></font>`)
  .join('')

const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="#,##0.0"/></numFmts><fonts count="2">${fonts}</fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF6F5F2"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${[
  165, 3, 166, 4,
]
  .map(
    (format) =>
      `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  .join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** The path in the package of the sheet with this number, from 1 on. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** All parts of a package except its sheets, by path; `names` are the sheets' names. The mark is in its properties. */
export const packageParts = (
  names: readonly string[],
  mark: ExportMark | null = null,
): Record<string, string> => ({
  '[Content_Types].xml': contentTypes(names.length, mark !== null),
  '_rels/.rels': packageRelations(mark !== null),
  ...(mark && { [PROPERTIES]: propertiesOf(mark) }),
  'xl/workbook.xml': workbook(names),
  'xl/_rels/workbook.xml.rels': workbookRelations(names.length),
  'xl/styles.xml': styles,
})

const SHEET = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`

/** A column's title, and its width in characters of a digit. */
export type SheetColumn = { title: string; width: number }

/** The start of a sheet up to its first row below the titles, which are frozen. */
export function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title }, at) => textCell(`${lettersOf(at)}1`, title, styleOf.title))
  return `${SHEET}<cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
}

/** The end of a sheet with so many rows; the titles have filters. A mark is printed above and below each page. */
export const sheetEnd = (
  columns: readonly SheetColumn[],
  rows: number,
  mark: ExportMark | null = null,
): string =>
  `</sheetData><autoFilter ref="A1:${lettersOf(columns.length - 1)}${rows + 1}"/>${mark ? marginsOf(mark) : ''}</worksheet>`

/** `&` starts a code there, so a literal one is doubled. */
function marginsOf(mark: ExportMark): string {
  const text = escaped(textOfMark(mark).replaceAll('&', '&&'))
  return `<headerFooter><oddHeader>&amp;R${text}</oddHeader><oddFooter>&amp;L${text}&amp;R&amp;P / &amp;N</oddFooter></headerFooter>`
}

export const numberCell = (place: string, value: number, style: number = styleOf.text): string =>
  `<c r="${place}"${style === styleOf.text ? '' : ` s="${style}"`}><v>${value}</v></c>`

/** A text cell, which a spreadsheet never takes for a formula. */
export const textCell = (place: string, text: string, style: number = styleOf.text): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const EPOCH = Date.UTC(1899, 11, 30)

/** A wall-clock time as a spreadsheet's number: days since the end of 1899, without a time zone. */
const serialOf = (time: string): number => (Date.parse(`${time.replace(' ', 'T')}Z`) - EPOCH) / 86_400_000

/** `YYYY-MM-DD HH:mm`, with or without seconds, shown to the minute. */
export const timeCell = (place: string, time: string): string =>
  numberCell(place, serialOf(time), styleOf.time)

/** `YYYY-MM-DD`. */
export const dayCell = (place: string, day: string): string =>
  numberCell(place, serialOf(`${day} 00:00`), styleOf.day)

/** A, B, … Z, AA, … */
export function lettersOf(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : lettersOf(Math.floor(at / 26) - 1) + last
}

// oxlint-disable-next-line no-control-regex -- XML does not allow these characters
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
/** Spreadsheets read `_x0041_` as an escape for the character of that number. */
const CODE = /_(?=x[0-9A-Fa-f]{4}_)/g

const LONGEST_TEXT = 32_767

const escaped = (text: string): string =>
  wellFormed(text.slice(0, LONGEST_TEXT))
    .replace(FORBIDDEN, '')
    .replace(CODE, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
