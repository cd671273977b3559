import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FactGrid, type Fact } from './fact-grid.tsx'

const render = (facts: readonly (Fact | false)[]) => {
  const markup = renderToStaticMarkup(createElement(FactGrid, { facts }))
  return [...markup.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, value]) => [
    label,
    value!.replace(/<[^>]+>/g, ''),
  ])
}

it('shows a dash for an empty value but not for zero, and leaves absent facts out', () => {
  expect(
    render([
      { label: '班级', value: '一(1)班' },
      { label: '备注', value: '' },
      { label: '缺课', value: 0, unit: '次' },
      false,
    ]),
  ).toEqual([
    ['班级', '一(1)班'],
    ['备注', '—'],
    ['缺课', '0 次'],
  ])
})
