import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#packages/core'
import { ApiClient, quantile } from '../shared/browser.ts'
import { newPhone, type HiredStaff } from '../shared/schools.ts'
import type { SignInAttack } from './attack-context.ts'

/** Compares the answer times for known and unknown accounts, in turn and one at a time. */
export async function compareTimings(attack: SignInAttack, people: readonly HiredStaff[]) {
  const wrong = (userName: string) =>
    new ApiClient(attack.url).post('/api/users/login', { userName, userPwd: 'Wrong-2026' })
  await measure(attack, 'a wrong password', {
    rounds: attack.long ? 3 : 2,
    known: people.map(
      ({ userName }) =>
        () =>
          wrong(userName),
    ),
    unknown: () => wrong(`nobody.${newId()}`),
    ret: 0,
  })
  const ask = (phone: string) => new ApiClient(attack.url).post('/api/users/smsLogin', { phone })
  await measure(attack, 'a code by SMS', {
    rounds: 1,
    known: people.map(
      ({ phone }) =>
        () =>
          ask(phone),
    ),
    unknown: () => ask(newPhone()),
    ret: 1,
  })
}

type TimedRequest = () => ReturnType<ApiClient['post']>

async function measure(
  attack: SignInAttack,
  what: string,
  { rounds, known, unknown, ret }: { rounds: number; known: TimedRequest[]; unknown: TimedRequest; ret: number },
) {
  const taken = { known: [] as number[], unknown: [] as number[] }
  let others = 0
  await unknown()
  for (let round = 0; round < rounds; round++) {
    for (const [at, ask] of known.entries()) {
      const turn = [
        ['known', ask],
        ['unknown', unknown],
      ] as const
      for (const [who, knock] of at % 2 === 0 ? turn : turn.toReversed()) {
        const answer = await knock()
        taken[who].push(answer.milliseconds)
        if (answer.ret !== ret) others++
        await sleep(25) // work after the answer must not slow the next request down
      }
    }
  }
  const at = (share: number) => {
    const [a, b] = [quantile(taken.known, share), quantile(taken.unknown, share)]
    return {
      apart: Math.abs(a - b),
      isNear: Math.abs(a - b) <= (attack.long ? 5 : Math.max(5, b / 4)),
      text: `${a.toFixed(1)} and ${b.toFixed(1)} ms`,
    }
  }
  // Other work on the machine only adds time: in CI it disturbs the medians, so the quicker half and the ratio count.
  // Without the hash for an unknown account the two would differ by nearly all of the time.
  const [middle, quick] = [at(0.5), at(0.25)]
  attack.show(
    `time of ${what}, known and unknown: medians ${middle.text}, ${middle.apart.toFixed(1)} ms apart, ` +
      `lower quartiles ${quick.text} (${taken.known.length} each, answered otherwise ${others})`,
    (middle.isNear || (!attack.long && quick.isNear)) && others === 0,
  )
}
