import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { usePageTitle } from './page-title.ts'

it('names the page and then the district education data application management centre', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const Page = ({ name }: { name: string }) => {
    usePageTitle(name)
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Page name="组织机构" />))
  expect(document.title).toBe('组织机构 - 区域教育数据应用管理中心')
  await act(async () => root.render(<Page name="个人信息" />))
  expect(document.title).toBe('个人信息 - 区域教育数据应用管理中心')
})
