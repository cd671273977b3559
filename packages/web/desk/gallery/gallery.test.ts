import { globSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import Gallery from './index.tsx'

it('links to every gallery page', () => {
  const pieces = globSync('*.tsx', { cwd: import.meta.dirname })
    .filter((file) => file !== 'index.tsx')
    .map((file) => `/icon/${file.replace('.tsx', '')}`)
  const page = renderToStaticMarkup(createElement(MemoryRouter, null, createElement(Gallery)))
  const links = [...page.matchAll(/href="(\/icon\/[^"]+)"/g)].map(([, href]) => href)
  expect(links.toSorted()).toEqual(pieces.toSorted())
})
