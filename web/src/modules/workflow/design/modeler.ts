import BaseModeler from 'bpmn-js/lib/BaseModeler'
import CoreModule from 'bpmn-js/lib/core'
import AutoPlaceModule from 'bpmn-js/lib/features/auto-place'
import AutoResizeModule from 'bpmn-js/lib/features/auto-resize'
import CopyPasteModule from 'bpmn-js/lib/features/copy-paste'
import DrilldownModule from 'bpmn-js/lib/features/drilldown'
import EditorActionsModule from 'bpmn-js/lib/features/editor-actions'
import GridSnappingModule from 'bpmn-js/lib/features/grid-snapping'
import InteractionEventsModule from 'bpmn-js/lib/features/interaction-events'
import KeyboardModule from 'bpmn-js/lib/features/keyboard'
import LabelEditingModule from 'bpmn-js/lib/features/label-editing'
import ModelingModule from 'bpmn-js/lib/features/modeling'
import OutlineModule from 'bpmn-js/lib/features/outline'
import ReplaceModule from 'bpmn-js/lib/features/replace'
import SnappingModule from 'bpmn-js/lib/features/snapping'
import AutoScrollModule from 'diagram-js/lib/features/auto-scroll'
import BendpointsModule from 'diagram-js/lib/features/bendpoints'
import ConnectModule from 'diagram-js/lib/features/connect'
import ConnectionPreviewModule from 'diagram-js/lib/features/connection-preview'
import ContextPadModule from 'diagram-js/lib/features/context-pad'
import CreateModule from 'diagram-js/lib/features/create'
import HandToolModule from 'diagram-js/lib/features/hand-tool'
import KeepSelectionVisibleModule from 'diagram-js/lib/features/keep-selection-visible'
import KeyboardMoveSelectionModule from 'diagram-js/lib/features/keyboard-move-selection'
import LassoToolModule from 'diagram-js/lib/features/lasso-tool'
import MoveModule from 'diagram-js/lib/features/move'
import OverlaysModule from 'diagram-js/lib/features/overlays'
import ResizeModule from 'diagram-js/lib/features/resize'
import SelectionModule from 'diagram-js/lib/features/selection'
import KeyboardMoveModule from 'diagram-js/lib/navigation/keyboard-move'
import MoveCanvasModule from 'diagram-js/lib/navigation/movecanvas'
import ZoomScrollModule from 'diagram-js/lib/navigation/zoomscroll'
import { correctLanguage } from '@heliodesk/contract/bpmn-language.ts'
import { processAttributes } from '@heliodesk/contract/process-file.ts'
import { BpmnModdle } from 'bpmn-moddle'
import { ContextPadProvider } from './context-pad.ts'
import type { Modeler } from './services.ts'
import { translate } from './translate.ts'

correctLanguage(BpmnModdle)

const FONT = { fontSize: 13, lineHeight: 1.4 }

/** A BPMN editor without the parts that we draw ourselves: palette, menus and properties. */
export function createModeler(container: HTMLElement): Modeler {
  // Texts are measured on a canvas, which takes no variable for a font: it would measure another one.
  const font = { ...FONT, fontFamily: getComputedStyle(container).fontFamily }
  return new BaseModeler({
    container,
    moddleExtensions: { wf: processAttributes },
    bpmnRenderer: {
      defaultFillColor: 'var(--panel)',
      defaultStrokeColor: 'var(--t2)',
      defaultLabelColor: 'var(--t1)',
    },
    textRenderer: { defaultStyle: font, externalStyle: { ...font, fontSize: 12 } },
    modules: [
      CoreModule,
      DrilldownModule,
      OverlaysModule,
      SelectionModule,
      KeepSelectionVisibleModule,
      KeyboardMoveModule,
      MoveCanvasModule,
      ZoomScrollModule,
      AutoPlaceModule,
      AutoResizeModule,
      AutoScrollModule,
      BendpointsModule,
      ConnectModule,
      ConnectionPreviewModule,
      ContextPadModule,
      CopyPasteModule,
      CreateModule,
      EditorActionsModule,
      GridSnappingModule,
      HandToolModule,
      InteractionEventsModule,
      KeyboardModule,
      KeyboardMoveSelectionModule,
      LabelEditingModule,
      LassoToolModule,
      ModelingModule,
      MoveModule,
      OutlineModule,
      ReplaceModule,
      ResizeModule,
      SnappingModule,
      {
        __init__: ['contextPadProvider'],
        contextPadProvider: ['type', ContextPadProvider],
        translate: ['value', translate],
      },
    ],
  }) as unknown as Modeler
}
