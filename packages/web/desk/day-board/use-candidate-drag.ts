import { usePointerDrag } from '../use-pointer-drag.ts'

/** Dragging a candidate (`data-candidate`) to a lesson (`data-lesson`). */
export function useCandidateDrag(onDrop: (lessonId: string, candidateId: string) => void) {
  const { itemId, target, ...drag } = usePointerDrag({
    findItem: (pressed) => pressed.closest<HTMLElement>('[data-candidate]')?.dataset['candidate'],
    findTarget: (under) => under.closest<HTMLElement>('[data-lesson]')?.dataset['lesson'],
    onDrop: (candidateId, lessonId) => {
      if (lessonId) onDrop(lessonId, candidateId)
    },
  })
  return { ...drag, candidateId: itemId, targetId: target }
}
