import type { FetPlacement, FetProblem, FetStatus } from './fet-problem.ts'

/**
 * The exit code says little: it is 0 when time ran out, and 0 when FET ignored a tag that it does not know and solved
 * another problem than the one it was given. So a message of its parser outweighs a success.
 */
export function readStatus(said: string, result: string): FetStatus {
  if (result.includes('Cannot precompute')) return 'impossible'
  if (said.includes('Title: FET')) return 'invalid-input'
  if (result.includes('Simulation successful')) return 'solved'
  if (result.includes('Time exceeded')) return 'timeout'
  if (result.includes('Simulation interrupted')) return 'stopped'
  return 'invalid-input'
}

/** The activities with a time, from `…_activities.xml`, which begins with a byte-order mark. */
export function readPlacements(xml: string, { activities, days, hours, rooms }: FetProblem): FetPlacement[] {
  const known = new Set(rooms)
  return [...xml.matchAll(/<Activity>([^]*?)<\/Activity>/g)].flatMap(([, fields]) => {
    const [id, day, hour, room] = ['Id', 'Day', 'Hour', 'Room'].map(
      (name) => new RegExp(`<${name}>(.*?)</${name}>`).exec(fields!)?.[1] ?? '',
    ) as [string, string, string, string]
    const activity = activities[Number(id) - 1]
    if (!activity) throw new Error(`fet: placed an unknown activity ${id}`)
    if (day === '' && hour === '') return []
    const placement = { activityId: activity.id, day: Number(day.slice(1)), hour: Number(hour.slice(1)) }
    if (!(placement.day < days && placement.hour < hours) || (room !== '' && !known.has(room)))
      throw new Error(`fet: activity ${activity.id} was placed at ${day} ${hour} ${room}`)
    return [{ ...placement, roomId: room || null }]
  })
}

/** From difficult_activities.txt: the activity that could not be placed first, then those before it, from the last. */
export function readDifficult(text: string, { activities }: FetProblem): string[] {
  const [problem = '', trail = ''] = text.split('----------')
  const numbers = [...idsIn(problem), ...idsIn(trail).toReversed()]
  return [...new Set(numbers)].flatMap((number) => activities[number - 1]?.id ?? [])
}

const idsIn = (text: string) => [...text.matchAll(/\bId: (\d+) \(/g)].map(([, number]) => Number(number))
