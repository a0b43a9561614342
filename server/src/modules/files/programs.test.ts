import { expect, test } from 'vitest'
import { carriesProgram, isPackage } from './programs.ts'

test.for<[string, string[], boolean]>([
  ['a plain document', ['word/document.xml', 'word/media/image1.png'], false],
  ['one program among other parts', ['word/document.xml', 'word/embeddings/setup.EXE'], true],
  ['nothing', [], false],
])('whether a document carries a program: %s', ([, names, carries]) => {
  expect(carriesProgram(names)).toBe(carries)
})

test.for<[string, string[], boolean]>([
  ['Android', ['classes.dex', 'AndroidManifest.xml'], true],
  ['Java', ['META-INF/MANIFEST.MF', 'org/example/Main.class'], true],
  ['iOS', ['iTunesMetadata.plist', 'Payload/Example.app/Info.plist'], true],
  ['a signed archive of documents', ['META-INF/MANIFEST.MF', 'content.xml'], false],
  ['classes alone', ['org/example/Main.class'], false],
  ['an empty archive', [], false],
])('whether an archive installs a program: %s', ([, names, installs]) => {
  expect(isPackage(names)).toBe(installs)
})
