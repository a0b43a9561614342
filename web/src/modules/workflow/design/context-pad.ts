import { boundaryTimer, kinds, newElement } from './elements.ts'
import type { NewElement, Services, Shape } from './services.ts'

type Entry = {
  group: string
  title: string
  html: string
  action: Record<string, (event: Event, element: Shape) => void>
}

const ICONS = {
  user: '<circle cx="12" cy="8" r="5"/><path d="M20 21a8 8 0 0 0-16 0"/>',
  copy: '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3 7 9 6 9-6"/>',
  gateway: '<path d="M12 2.5 21.5 12 12 21.5 2.5 12z"/>',
  end: '<circle cx="12" cy="12" r="9" stroke-width="3"/>',
  timer: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  connect:
    '<circle cx="5" cy="19" r="2.5"/><circle cx="19" cy="5" r="2.5"/><path d="M5 16.500V12a7 7 0 0 1 7-7h4.500"/>',
  remove: '<path d="M3 6h18M8 6V4h8v2m3 0v14H5V6m5 5v6m4-6v6"/>',
} as const

const button = (icon: keyof typeof ICONS, title: string) =>
  `<div class="entry" draggable="true" role="button" aria-label="${title}"><svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${ICONS[icon]}</svg></div>`

const hasNext = (type: string) =>
  !['bpmn:EndEvent', 'bpmn:SequenceFlow', 'bpmn:TextAnnotation'].includes(type)
const mayHaveTimer = (type: string) => ['bpmn:UserTask', 'bpmn:SubProcess'].includes(type)

/** What is offered beside a chosen element: the next step, a timer on its border, a flow, and its removal. */
export class ContextPadProvider {
  static readonly $inject = ['contextPad', 'modeling', 'elementFactory', 'create', 'connect', 'autoPlace']
  readonly #modeling: Services['modeling']
  readonly #factory: Services['elementFactory']
  readonly #create: Services['create']
  readonly #connect: Services['connect']
  readonly #autoPlace: Services['autoPlace']

  constructor(
    contextPad: Services['contextPad'],
    modeling: Services['modeling'],
    factory: Services['elementFactory'],
    create: Services['create'],
    connect: Services['connect'],
    autoPlace: Services['autoPlace'],
  ) {
    this.#modeling = modeling
    this.#factory = factory
    this.#create = create
    this.#connect = connect
    this.#autoPlace = autoPlace
    contextPad.registerProvider(this)
  }

  getContextPadEntries(element: Shape): Record<string, Entry> {
    const isRoot = element.type === 'bpmn:Process' || element.labelTarget !== undefined
    return isRoot
      ? {}
      : {
          ...(hasNext(element.type) && {
            user: this.#append('user', '下一步：用户任务', newElement(kinds.user)),
            copy: this.#append('copy', '下一步：抄送', newElement(kinds.copy)),
            gateway: this.#append('gateway', '下一步：排他网关', newElement(kinds.exclusive)),
            end: this.#append('end', '下一步：结束', newElement(kinds.end)),
          }),
          ...(mayHaveTimer(element.type) && { timer: this.#timer() }),
          ...(hasNext(element.type) && { connect: this.#connection() }),
          remove: this.#removal(),
        }
  }

  #append(icon: keyof typeof ICONS, title: string, attributes: NewElement): Entry {
    const shape = () => this.#factory.createShape(attributes)
    return {
      group: 'model',
      title,
      html: button(icon, title),
      action: {
        click: (_event, element) => this.#autoPlace.append(element, shape()),
        dragstart: (event, element) => this.#create.start(event, shape(), { source: element }),
      },
    }
  }

  /** At the lower right of the step, where the next one may stand too. */
  #timer(): Entry {
    const title = '加到期定时'
    return {
      group: 'edit',
      title,
      html: button('timer', title),
      action: {
        click: (_event, host) => {
          const { x = 0, y = 0, width = 0, height = 0 } = host
          const place = { x: x + width - 24, y: y + height }
          this.#modeling.createShape(this.#factory.createShape(boundaryTimer), place, host, true)
        },
      },
    }
  }

  #connection(): Entry {
    const start = (event: Event, element: Shape) => this.#connect.start(event, element)
    return {
      group: 'edit',
      title: '连线',
      html: button('connect', '连线'),
      action: { click: start, dragstart: start },
    }
  }

  #removal(): Entry {
    return {
      group: 'edit',
      title: '删除',
      html: button('remove', '删除'),
      action: { click: (_event, element) => this.#modeling.removeElements([element]) },
    }
  }
}
