import { newId } from '#packages/core'
import { defineIsolation } from '#packages/testing'
import { platformApi } from '../contract.ts'

const only = { platform: 1 } as const

export default defineIsolation(platformApi, {
  districts: { ...only, request: () => ({ query: { pageNumber: '1', pageSize: '20' } }) },
  cells: only,
  createDistrict: {
    ...only,
    request: () => ({
      body: { name: `区${newId().slice(-6)}`, cell: 1, host: '', administrator: '某人', phone: '' },
    }),
  },
  inviteDistrictAdministrator: {
    ...only,
    request: ({ home }) => ({ body: { district: home.districtId, administrator: '某人', phone: '' } }),
  },
  // Enabling an enabled district changes nothing.
  setDistrictState: {
    ...only,
    request: ({ home }) => ({ body: { district: home.districtId, isDisabled: false } }),
  },
  saveSmsLimit: { ...only, request: ({ home }) => ({ body: { district: home.districtId, monthly: 10_000_000 } }) },
  administrators: only,
  inviteAdministrator: only,
  setAdministratorState: { platform: -5, request: () => ({ body: { id: newId(), isDisabled: true } }) },
  resetAdministratorFactors: { platform: -5, request: () => ({ body: { id: newId() } }) },
  resetAdministratorPassword: { platform: -5, request: () => ({ body: { id: newId() } }) },
  log: { ...only, request: () => ({ query: { pageNumber: '1', pageSize: '20' } }) },
  catalogue: only,
  constants: only,
})
