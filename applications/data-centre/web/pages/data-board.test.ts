import { expect, it } from 'vitest'
import { buildPageUrl } from '#packages/contract'
import { manifest } from '../../manifest.ts'

it('has the data board at /dataCentre/dataBoard for all staff', () => {
  const [page] = manifest.pages!
  expect(buildPageUrl(manifest, page!)).toBe('/dataCentre/dataBoard')
  expect(page!.permission).toBe('staff')
})
