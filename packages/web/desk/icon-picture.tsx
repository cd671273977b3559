import { createElement, type ComponentType, type ReactElement } from 'react'

interface Piece {
  tag: string
  attrs: Readonly<Record<string, string>>
  children?: readonly Piece[]
}

/** antd's definition of an icon: its name, and its drawing. */
interface Definition {
  name: string
  icon: Piece | ((...colours: string[]) => Piece)
}

interface Picture {
  name: string
  svg: ReactElement
}

const cache = new Map<ComponentType, Picture | undefined>()

/**
 * The drawing of an antd icon, cached for repeated use. antd's own component checks a style sheet at every mount: for
 * two hundred rows with three icons each that takes as long as all the rest. Undefined for other components: they must
 * render themselves.
 */
export function getIconPicture(icon: ComponentType): Picture | undefined {
  if (!cache.has(icon)) cache.set(icon, draw(icon))
  return cache.get(icon)
}

function draw(icon: ComponentType): Picture | undefined {
  const { render } = icon as unknown as { render?: (props: object, ref: null) => ReactElement<{ icon?: Definition }> }
  const definition = typeof render === 'function' ? render({}, null)?.props?.icon : undefined
  if (!definition || typeof definition.icon !== 'object') return undefined
  const root = {
    width: '1em',
    height: '1em',
    fill: 'currentColor',
    'aria-hidden': true,
    focusable: false,
    'data-icon': definition.name,
  }
  return { name: definition.name, svg: elementOf(definition.icon, 0, root) }
}

const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

function elementOf({ tag, attrs, children = [] }: Piece, key: number, more: object = {}): ReactElement {
  const props = Object.fromEntries(Object.entries(attrs).map(([name, value]) => [camelCase(name), value]))
  return createElement(tag, { ...props, key, ...more }, ...children.map((child, at) => elementOf(child, at)))
}
