import type { RefSelectProps } from 'antd'
import { useRef, useState } from 'react'
import type { CellJudgement, TimetableProblem } from '#engines/timetable/contract.ts'
import { EditArea } from '#packages/web/desk/timetable-grid/edit-area.tsx'
import type { HeldLesson, LessonActions } from '#packages/web/desk/timetable-grid/grid-types.ts'
import { HeldPanel, type PlaceSuggestion } from '#packages/web/desk/timetable-grid/held-panel.tsx'
import { LessonTray } from '#packages/web/desk/timetable-grid/lesson-tray.tsx'
import { EditTools } from './edit-tools.tsx'
import { ProblemPanel } from './problem-panel.tsx'
import { ReadOnlyView } from './read-only-view.tsx'
import {
  describeSlot,
  findViewOf,
  formatPlace,
  listWaiting,
  placeOf,
  type TimetableIndex,
  type View,
} from './timetable-views.ts'
import { useChosenView } from './use-chosen-view.ts'
import type { TimetableEdit } from './use-timetable-edit.ts'
import styles from './editable-view.module.css'

/** A draft: the timetable, the lessons that wait, and beside them what is held and what was changed. */
export function EditableView({ edit }: { edit: TimetableEdit }) {
  const { index, held, judgements, verdicts, history } = edit
  const chosen = useChosenView(index)
  const { view } = chosen
  const find = useRef<RefSelectProps>(null)
  const [problems, setProblems] = useState<readonly TimetableProblem[]>()
  const heldLesson = held && describeHeld(index, held.id, view)
  const actions: LessonActions = {
    onPick: edit.pick,
    onPlace: edit.place,
    onPutBack: edit.putBack,
    onUnplace: edit.unplace,
    onToggleLock: edit.toggleLock,
    onUndo: edit.undoLast,
    onRedo: edit.redo,
    onFind: () => find.current?.focus(),
  }
  const jump = (slotId: string) => {
    const to = findViewOf(index, slotId, view.kind === 'all' ? 'class' : view.kind)
    if (to) chosen.choose(to)
    if (!index.slots.get(slotId)?.isLocked) edit.pick(slotId)
  }
  return (
    <EditArea held={heldLesson} verdicts={verdicts} actions={actions} subjects={index.subjects}>
      <div className={styles['page']}>
        <EditTools edit={edit} chosen={chosen} find={find} onChecked={setProblems}>
          {view.kind === 'all' ? (
            <ReadOnlyView index={index} view={view} onOpen={chosen.choose} />
          ) : (
            <div className={styles['columns']} data-checked={problems ? '' : undefined}>
              <ReadOnlyView index={index} view={view} isEdited onOpen={chosen.choose} />
              <div className={styles['side']}>
                {problems && (
                  <ProblemPanel
                    index={index}
                    problems={problems}
                    onJump={jump}
                    onClose={() => setProblems(undefined)}
                  />
                )}
                <LessonTray lessons={listWaiting(index, view)} subjects={index.subjects} />
                <HeldPanel
                  {...(held && { heldFacts: describeFacts(index, held.id) })}
                  suggestions={held && judgements && listSuggestions(index, held.id, judgements)}
                  changes={history.done.map(({ id, title }) => ({ id: String(id), text: title }))}
                  onUndoChange={(id) => edit.undo(history.done.find((step) => String(step.id) === id))}
                />
              </div>
            </div>
          )}
        </EditTools>
      </div>
    </EditArea>
  )
}

function describeHeld(index: TimetableIndex, slotId: string, view: View): HeldLesson | undefined {
  const slot = index.slots.get(slotId)
  return slot && { ...describeSlot(index, slot, view.kind), ...placeOf(slot) }
}

/** 周二 第3节，301教室，每周 5 节. */
function describeFacts(index: TimetableIndex, slotId: string) {
  const slot = index.slots.get(slotId)
  const group = slot && index.groups.get(slot.groupId)
  if (!slot || !group) return ''
  const room = slot.roomId && index.rooms.get(slot.roomId)
  return [group.label, formatPlace(index, placeOf(slot)), room, `每周 ${group.weekHours} 节`].filter(Boolean).join('，')
}

const mostSuggestions = 4

const listSuggestions = (
  index: TimetableIndex,
  heldId: string,
  judgements: readonly CellJudgement[],
): PlaceSuggestion[] =>
  judgements
    .filter(({ state }) => state === 'free' || state === 'swap')
    .sort((one, other) => one.cost - other.cost)
    .slice(0, mostSuggestions)
    .map(({ weekday, periodId, state, detail, swapSlotId }) => ({
      weekday,
      periodId,
      where: formatPlace(index, { weekday, periodId }),
      effect: state === 'free' ? '空课，可直接放入' : detail,
      cost: describeMoved(index, [heldId, swapSlotId]),
    }))

/** Whose week changes: 改动 2 人：陈国栋、孙丽. */
function describeMoved(index: TimetableIndex, slotIds: readonly (string | null)[]) {
  const teacherIds = new Set(slotIds.flatMap((id) => (id && index.slots.get(id)?.teacherIds) || []))
  const names = [...teacherIds].map((id) => index.teachers.get(id) ?? '').filter(Boolean)
  return names.length > 0 ? `改动 ${names.length} 人：${names.join('、')}` : ''
}
