import { call } from '#packages/web/core/call.ts'
import { studentApi } from '../../contract.ts'
import { useLoaded } from '#packages/web/light/use-loaded.ts'

/** Two cards use one answer, so requests within a few seconds share it. */
let cached: { at: number; answer: ReturnType<typeof fetchMyClasses> } | undefined
const goodForMs = 5_000
const fetchMyClasses = () => call(studentApi.myClasses)

function fetchMyClassesOnce() {
  if (!cached || cached.at + goodForMs < Date.now()) {
    const answer = fetchMyClasses()
    cached = { at: Date.now(), answer }
    answer.catch(() => (cached = undefined))
  }
  return cached.answer
}

/** The user's classes, and the school day. */
export const useMyClasses = () => useLoaded('mine', fetchMyClassesOnce)
