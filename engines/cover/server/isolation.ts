import { defineIsolation } from '#packages/testing'
import { coverApi } from '../contract.ts'
import { coverReadCases, prepareCoverRead, type CoverReadFacts } from './read-isolation.ts'

const { myLessons, swaps, places } = coverApi

export default defineIsolation<
  { myLessons: typeof myLessons; swaps: typeof swaps; places: typeof places },
  CoverReadFacts
>({ myLessons, swaps, places }, coverReadCases, prepareCoverRead)
