import { AppstoreOutlined, BankOutlined, CheckOutlined, LoadingOutlined } from '@ant-design/icons'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { findGlyph } from './find-glyph.tsx'
import { Glyph } from './glyph.tsx'
import { getIconPicture } from './icon-picture.tsx'

const pathIn = (markup: string) => / d="([^"]+)"/.exec(markup)?.[1]

it('draws the icon of antd, and is hidden from screen readers', () => {
  const ours = renderToStaticMarkup(<Glyph of={CheckOutlined} className="mine" />)
  expect(getIconPicture(CheckOutlined)?.name).toBe('check')
  expect(pathIn(ours)).toBe(pathIn(renderToStaticMarkup(<CheckOutlined />)))
  expect(ours).toContain('mine')
  expect(ours).toContain('aria-hidden="true"')
  expect(ours).not.toMatch(/role=|aria-label=/)
})

it('leaves spinning icons to antd', () => {
  for (const turning of [<Glyph key="1" of={LoadingOutlined} />, <Glyph key="2" of={CheckOutlined} spin />]) {
    expect(renderToStaticMarkup(turning)).toContain('anticon-spin')
  }
})

it('lets a component render itself that is not one of antd’s', () => {
  const Own = () => <i>own</i>
  expect(getIconPicture(Own)).toBeUndefined()
  expect(renderToStaticMarkup(<Glyph of={Own} />)).toBe('<i>own</i>')
})

it('finds an icon by its name, draws one from its path, and has a general one', () => {
  const path = 'M5 3h14v18H5V3Z'
  const markup = renderToStaticMarkup(<Glyph of={findGlyph(path)} className="mine" />)
  expect(pathIn(markup)).toBe(path)
  expect(markup).toContain('mine')
  expect(markup).toContain('aria-hidden="true"')
  expect(findGlyph(path)).toBe(findGlyph(path))
  expect(findGlyph('bank')).toBe(BankOutlined)
  expect(findGlyph('nothing')).toBe(AppstoreOutlined)
})
