import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { orgApi, type Area } from '../../contract.ts'
import { AreaName } from '../components/area-name.tsx'
import AreaPicker from './area-picker.tsx'

const areas: Area[] = [
  {
    code: '330000',
    name: '浙江省',
    children: [{ code: '330100', name: '杭州市', children: [{ code: '330106', name: '西湖区', children: [] }] }],
  },
  { code: '110000', name: '北京市', children: [{ code: '110101', name: '东城区', children: [] }] },
]
let served: ReturnType<typeof createTestPage>
let value: unknown

function Field({ start }: { start: string }) {
  const [code, setCode] = useState<unknown>(start)
  return (
    <AreaPicker
      control={{ id: 'area', status: '', 'aria-invalid': false }}
      name="area"
      options={[]}
      isFilled={false}
      // A phone's wheels are easy to test.
      placeholder={undefined}
      isRequired={false}
      isPhone={true}
      none=""
      onPending={() => {}}
      value={code}
      onChange={(next) => {
        value = next
        setCode(next)
      }}
    />
  )
}
const wheels = () => [...document.querySelectorAll('select')]
const turn = (wheel: HTMLSelectElement, to: string) =>
  act(async () => {
    const at = [...wheel.options].find(({ text }) => text === to)!.value
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(wheel, at)
    wheel.dispatchEvent(new Event('change', { bubbles: true }))
  })
const shown = () => wheels().map((wheel) => wheel.selectedOptions[0]?.text)
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}

beforeEach(() => {
  vi.useFakeTimers()
  value = undefined
  served = createTestPage({ [orgApi.areaTree.path]: () => areas })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('chooses an area step by step, on any level', async () => {
  await served.show(<Field start="" />)
  await until(() => wheels().length === 1)
  await turn(wheels()[0]!, '浙江省')
  expect(value).toBe('330000')
  await turn(wheels()[1]!, '杭州市')
  await turn(wheels()[2]!, '西湖区')
  expect(value).toBe('330106')
  expect(wheels().map((wheel) => wheel.ariaLabel ?? wheel.getAttribute('aria-label'))).toEqual([
    null,
    '行政区划，市级',
    '行政区划，县级',
  ])
})

it('begins with the present value, and changing a level clears the levels below', async () => {
  await served.show(<Field start="330106" />)
  await until(() => shown().join() === '浙江省,杭州市,西湖区')
  await turn(wheels()[1]!, '选择市')
  expect(value).toBe('330000')
  await turn(wheels()[0]!, '北京市')
  expect(value).toBe('110000')
})

it('shows the full name, from the province down; an unknown code stays a code', async () => {
  await served.show(
    <>
      <AreaName code="330106" />
      <AreaName code="999999" />
    </>,
  )
  await until(() => getPageText().includes('浙江省 杭州市 西湖区'))
  expect(getPageText()).toContain('999999')
  expect(served.callsTo(orgApi.areaTree.path)).toHaveLength(1)
})
