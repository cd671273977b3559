import { listContributions } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import type { FamilyHome, FamilyPartKey } from '../../../contract.ts'
import { getFamilyHome, type FamilyHomeCore } from './family-home.ts'

type FamilyParts = Pick<FamilyHome, FamilyPartKey>

/** What a module says about a child on the home of the family. The caller has checked that the child is theirs. */
export type FamilyHomePart = {
  [Key in FamilyPartKey]: {
    key: Key
    read: (own: RequestCtx, child: FamilyHome['child']) => Promise<FamilyParts[Key]>
  }
}[FamilyPartKey]

declare module '#packages/core/app.ts' {
  interface Contributions {
    familyHomeParts: FamilyHomePart
  }
}

const nothing: FamilyParts = { attendance: null, weather: null }

/** The whole home with one request. Each part has a transaction of its own: one that fails is missing, and no other. */
export async function readFamilyHome(own: RequestCtx, studentId: string): Promise<FamilyHome> {
  const home: FamilyHomeCore = await inOwnDistrict(own, (ctx) => getFamilyHome(ctx, studentId), { readOnly: true })
  const missing: FamilyPartKey[] = []
  // Who has left has no day at school.
  const parts = home.child.state === 'past' ? [] : listContributions(own, 'familyHomeParts')
  const read = await Promise.all(
    parts.map(async ({ key, read: readPart }) => {
      try {
        return { [key]: await readPart(own, home.child) }
      } catch (error) {
        own.log.warn({ part: key, error: (error as Error).message }, 'a part of a home could not be read')
        missing.push(key)
        return {}
      }
    }),
  )
  return Object.assign({ ...home, ...nothing, missing }, ...read) as FamilyHome
}
