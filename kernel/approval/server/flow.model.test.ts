import { expect, it } from 'vitest'
import { applyAction } from './apply-action.ts'
import { definitionCount, exploreFlows, kinds, sequenceCount, type Apply } from './flow-model.fixture.ts'
import { isUnfinished, type FlowAction, type FlowState } from './flow-state.ts'

it('a running flow always waits for somebody, ended tasks never change, and the log gives the state', () => {
  const tried = exploreFlows(applyAction, sequenceCount)
  const figures = [...tried].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, count]) => `${name} × ${count}`)
  console.log(`flow model: ${sequenceCount} sequences, ${definitionCount} definitions; ${figures.join(', ')}`)
  // Every operation was really carried out, not only refused.
  const wanted = [...kinds, 'start', 'leave'].filter((kind) => kind !== 'office')
  expect(wanted.filter((kind) => !tried.has(`${kind} done`))).toEqual([])
})

const change =
  (wrong: (result: ReturnType<Apply>, action: FlowAction, before: FlowState | null) => FlowState): Apply =>
  (rules_, before, input) => {
    const result = applyAction(rules_, before, input)
    return { ...result, state: wrong(result, input.action, before) }
  }

/** What the first failing sequence breaks. */
function explainFailure(broken: Apply): string {
  try {
    exploreFlows(broken, Math.min(sequenceCount, 500))
    return 'nothing'
  } catch (error) {
    return String((error as Error).cause)
  }
}

it.each<[string, RegExp, Apply]>([
  [
    'a task that stays with somebody who left',
    /nobody can decide|the log gives another state/,
    change(({ state }, { kind }, before) => (kind === 'leave' ? before! : state)),
  ],
  [
    'a withdrawn approval that is opened again in its row',
    /an ended task changed/,
    change(({ state }, action) =>
      action.kind === 'withdraw'
        ? {
            ...state,
            tasks: state.tasks.map((task) => (task.id === action.taskId ? { ...task, status: 'open' } : task)),
          }
        : state,
    ),
  ],
  [
    'a return that forgets the other approvers of the step',
    /with open tasks|active .* but tasks of/,
    change(({ state }, { kind }, before) =>
      kind === 'returnTo'
        ? {
            ...state,
            tasks: state.tasks.map(
              (task) =>
                before!.tasks.find((old) => old.id === task.id && isUnfinished(old) && task.status === 'cancelled') ??
                task,
            ),
          }
        : state,
    ),
  ],
  [
    'a change that the log does not have',
    /the log gives another state/,
    change(({ state }, { kind }) => (kind === 'remind' ? { ...state, round: state.round + 1 } : state)),
  ],
])('the model finds %s', (_, message, broken) => expect(explainFailure(broken)).toMatch(message))
