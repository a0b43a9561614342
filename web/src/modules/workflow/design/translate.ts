/** What bpmn-js says itself; its menus are not used. */
const SENTENCES = new Map([
  ['Element', '元素'],
  ['no diagram to display', '文件中没有流程图'],
  ['no process or collaboration to display', '文件中没有流程'],
  [
    'element {element} referenced by {referenced}#{property} not yet drawn',
    '元素 {element} 没有画在流程图上',
  ],
  ['failed to import {element}', '元素 {element} 不能打开'],
  ['Drill down into {element}', '打开 {element}'],
])

export const translate = (template: string, replacements: object = {}): string => {
  const values = new Map<string, string>(Object.entries(replacements))
  return (SENTENCES.get(template) ?? template).replaceAll(
    /{([^}]+)}/g,
    (whole, name: string) => values.get(name) ?? whole,
  )
}
