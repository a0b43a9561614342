/**
 * Signatures (hexadecimal) of programs and of packages that install them. DOS and Windows programs (`MZ`) are checked
 * separately, because a text may begin with these letters.
 */
const BEGINNINGS = [
  '7f454c46', // ELF
  'feedface', // Mach-O, by word length and byte order
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe', // Mach-O for several processors, and Java classes
  'cafebabf',
  '6465780a', // Android's virtual machine
  '0061736d', // WebAssembly
  '4c0000000114020000000000c000000000000046', // Windows shortcut
  '213c617263683e0a', // Debian package
  'edabeedb', // RPM
  '7861722100', // macOS package
  '4d53434600000000', // Windows cabinet
]

/** First lines that make a text a program, whatever its name. */
const SCRIPT =
  /^\uFEFF?\s*(?:#!\s*\/|<\?php\b|<(?:job|package|scriptlet)\b|@echo\s+off\b|On Error Resume Next\b)/i

/** Whether a file with these first bytes is executable; `text` is their text, null if they are binary. */
export function isProgram(first: Buffer, text: string | null): boolean {
  if (text !== null && SCRIPT.test(text)) return true
  if (text === null && first.toString('latin1', 0, 2) === 'MZ') return true
  const start = first.toString('hex', 0, 20)
  return BEGINNINGS.some((each) => start.startsWith(each))
}

const RUN_BY_NAME =
  /\.(?:exe|com|dll|scr|pif|cpl|bat|cmd|msi|msp|ps1|psm1|vb[es]|jse?|ws[fh]|hta|jar|apk|lnk|sh)$/i

/** Whether an office document contains a program, by the names of its parts. */
export const carriesProgram = (names: readonly string[]): boolean =>
  names.some((name) => RUN_BY_NAME.test(name))

/** Whether an archive installs a program (Android, Java or iOS). */
export const isPackage = (names: readonly string[]): boolean =>
  names.includes('AndroidManifest.xml') ||
  (names.includes('META-INF/MANIFEST.MF') && names.some((name) => name.endsWith('.class'))) ||
  names.some((name) => /^Payload\/[^/]+\.app\//.test(name))

/** The class ids of the root of an MSI and of an MSI patch (MS-CFB §2.6.1). */
const INSTALLERS = new Set(['84100c0000000000c000000000000046', '86100c0000000000c000000000000046'])

/** `directory` begins with the root entry. */
export const isInstaller = (directory: Buffer): boolean => INSTALLERS.has(directory.toString('hex', 80, 96))
