import { expect, it } from 'vitest'
import { phonePageTable } from '../tables/phone-pages.gen.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { listPhonePages } from './page-chunks.ts'

it('finds the source of every phone page of the manifests, and of the home of staff', () => {
  const found = listPhonePages().map(({ address }) => address)
  const addresses = phonePageTable.map(({ address }) => address)
  expect(addresses.length).toBeGreaterThan(15)
  expect([staffHome, ...addresses].filter((address) => !found.includes(address))).toEqual([])
})

it('knows the title of the lists, which is painted before their scripts have loaded', () => {
  const titles = Object.fromEntries(listPhonePages().map(({ address, title }) => [address, title]))
  expect(titles).toMatchObject({ '/message': '消息', '/directory': '通讯录', '/staffMain/class/:classId': '我的班级' })
})
