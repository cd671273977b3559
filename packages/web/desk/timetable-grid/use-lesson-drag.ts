import { usePointerDrag } from '../use-pointer-drag.ts'
import type { CellKey, CellPosition, HeldLesson, LessonActions } from './grid-types.ts'

interface Options {
  held: HeldLesson | undefined
  actions: LessonActions
  place: (position: CellPosition) => void
  refuse: (text: string) => void
}

/**
 * Whatever has `data-lesson` can be dragged to what has `data-cell` or `data-tray`. On touch screens a lesson is picked
 * up and placed by two taps.
 */
export function useLessonDrag({ held, actions, place, refuse }: Options) {
  const { position, target, start, swallowClick } = usePointerDrag({
    findItem: (pressed) => {
      const lesson = pressed.closest<HTMLElement>('[data-lesson]')
      if (!lesson || pressed.closest('[data-lock]')) return undefined
      if (lesson.dataset['locked'] === undefined) return lesson.dataset['lesson']
      refuse('已锁定，解锁后才能移动')
      return undefined
    },
    findTarget: (under) => under.closest<HTMLElement>('[data-cell], [data-tray]') ?? undefined,
    onBegin: (lessonId) => {
      if (held?.id !== lessonId) actions.onPick(lessonId)
    },
    onDrop: (lessonId, over) => {
      // Escape has put it back already.
      if (held?.id !== lessonId) return
      if (!over) return actions.onPutBack()
      if (over.dataset['cell'] === undefined) return actions.onUnplace?.()
      place({ weekday: Number(over.dataset['weekday']), periodId: over.dataset['period'] ?? '' })
    },
  })
  return {
    position: held && position,
    target: target?.dataset['cell'] as CellKey | undefined,
    start,
    swallowClick,
  }
}
