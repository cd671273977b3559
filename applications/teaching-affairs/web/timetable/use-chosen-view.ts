import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import {
  listChoices,
  viewKinds,
  type TimetableIndex,
  type View,
  type ViewChoice,
  type ViewKind,
} from './timetable-views.ts'

export interface ChosenView {
  view: View
  choices: readonly ViewChoice[]
  choose: (view: View) => void
}

const isKind = (value: string | null): value is ViewKind => value !== null && value in viewKinds

/** The view in the address: `by=teacher&of=…`; without it the first class. */
export function useChosenView(index: TimetableIndex): ChosenView {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const by = search.get('by')
  const kind = isKind(by) ? by : 'class'
  const choices = listChoices(index, kind)
  const id = choices.find(({ value }) => value === search.get('of'))?.value ?? choices[0]?.value ?? ''
  return {
    view: { kind, id },
    choices,
    choose: (view) =>
      setParams({ by: view.kind === 'class' ? null : view.kind, of: view.id || null }, { replace: true }),
  }
}

/** 七(3)班课表. */
export const nameView = ({ view, choices }: Pick<ChosenView, 'view' | 'choices'>) =>
  view.kind === 'all' ? '全校课表' : `${choices.find(({ value }) => value === view.id)?.label ?? ''}课表`
