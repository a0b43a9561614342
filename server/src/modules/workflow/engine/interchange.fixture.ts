import { BpmnModdle } from 'bpmn-moddle'
import { correctLanguage } from '@heliodesk/contract/bpmn-language.ts'
import { decoded, processAttributes } from '@heliodesk/contract/process-file.ts'
import { expect } from 'vitest'
import { compile } from './compile.ts'
import { Refused, type Refusal } from './file.ts'

correctLanguage(BpmnModdle)
const newModdle = () => new BpmnModdle({ wf: processAttributes })
const { types } = newModdle().getPackage('bpmn')

/** Attributes that say what their absence says too; they are not written again. */
const implied = new Set([
  ...types.flatMap(({ properties = [] }) =>
    properties.flatMap(({ name, default: value }) =>
      value === undefined ? [] : `${name.replace('bpmn:', '')}=${String(value)}`,
    ),
  ),
  'type=Point',
])

const CODES = new Map([
  ['quot', '"'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
])
const plain = (text: string) =>
  text
    .replaceAll(/&#(x?)([\da-f]+);/gi, (_, hex, code) => String.fromCodePoint(parseInt(code, hex ? 16 : 10)))
    .replaceAll(/&(\w+);/g, (all, name) => CODES.get(name) ?? all)
    .replaceAll(/\s+/g, ' ')
    .trim()

/** 30.0 is 30, and a type has no prefix either. */
const valueOf = (name: string, text: string) =>
  /^-?\d+\.\d+$/.test(text)
    ? String(Number(text))
    : plain(name === 'type' ? text.replace(/^[\w-]+:/, '') : text)

/**
 * Everything that a file says, in one order and without prefixes: its elements, attributes and texts. References to flows
 * are left out; they repeat what the flows say.
 */
function saidIn(xml: string): string[] {
  const bare = xml
    .replaceAll(/<!--[^]*?-->|<\?[^]*?\?>/g, '')
    .replaceAll(/<!\[CDATA\[([^]*?)\]\]>/g, (_, text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    )
    .replaceAll(/<((?:[\w-]+:)?(?:incoming|outgoing))>[^<]*<\/\1>/g, '')
  const elements = [...bare.matchAll(/<(?:[\w-]+:)?([\w-]+)((?:\s+[\w:.-]+="[^"]*")*)\s*\/?>/g)]
  return [
    ...elements.flatMap(([, name, attributes]) => [
      name!,
      ...[...attributes!.matchAll(/([\w:.-]+)="([^"]*)"/g)]
        .filter(([, attribute]) => !/^xmlns(:|$)/.test(attribute!))
        .map(([, attribute, text]) => [attribute!.replace(/^.*:/, ''), text!] as const)
        .map(([attribute, text]) => `${attribute}=${valueOf(attribute, text)}`)
        .filter((attribute) => !implied.has(attribute))
        .map((attribute) => `${name} ${attribute}`),
    ]),
    ...[...bare.matchAll(/>([^<]*)</g)].flatMap(([, text]) => plain(text!) || []),
  ].toSorted()
}

/** What a file says, as it is written again; and what of it could not be read. */
async function written(xml: string) {
  const { rootElement, warnings } = await newModdle().fromXML(decoded(xml))
  const again = await newModdle().toXML(rootElement, { format: true })
  return { xml: again.xml, warnings: warnings.map(({ message }) => message) }
}

/** Reads and writes a file. Nothing of it is lost but the elements of these names, which are of no language. */
export async function expectWithoutLoss(xml: string, unknown: readonly string[] = []): Promise<void> {
  const once = await written(xml)
  expect(
    once.warnings.map((message) => /^unparsable content <(?:[\w-]+:)?([\w-]+)>/.exec(message)?.[1]),
  ).toEqual(unknown)
  expect((await written(once.xml)).xml).toBe(once.xml)
  const known = unknown.reduce(
    (text, name) => text.replaceAll(new RegExp(`<((?:[\\w-]+:)?${name})>[^]*?</\\1>`, 'g'), ''),
    xml,
  )
  expect(saidIn(once.xml)).toEqual(saidIn(known))
}

/** Null when it can run. Whatever else is refused, in words and by its element, or its line when it is none. */
export async function refusalsOf(xml: string): Promise<readonly Refusal[] | null> {
  try {
    await compile(xml)
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    expect(error.refusals.length).toBeGreaterThan(0)
    for (const { element, reason } of error.refusals) {
      expect(reason).toMatch(/[\u4e00-\u9fff]/)
      if (!/^第 \d+ 行/.test(reason)) expect(element).not.toBe('')
    }
    return error.refusals
  }
}
