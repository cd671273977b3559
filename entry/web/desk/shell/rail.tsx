import { useId, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { listMenuParts, type MenuRoute } from '../menu-routes.ts'
import { getTagAddress, type Tags } from '../page-tags/page-tags.ts'
import styles from './rail.module.css'

interface LinkProps {
  to: string
  title: string
  icon: Icon
  isHere: boolean
}

/** A link of the collapsed menu: an icon, with its name on hover. */
export function RailLink({ to, title, icon, isHere }: LinkProps) {
  return (
    <Beside name={<p className={styles['name']}>{title}</p>}>
      {() => (
        <Link to={to} className={styles['icon']!} aria-label={title} aria-current={isHere ? 'page' : undefined}>
          <Glyph of={icon} />
        </Link>
      )}
    </Beside>
  )
}

interface GroupProps {
  group: MenuRoute
  icon: Icon
  tags: Tags
}

/** A group of the collapsed menu: its pages open beside it on hover or focus. */
export function RailGroup({ group: { title, children }, icon, tags }: GroupProps) {
  const { pathname } = useLocation()
  const id = useId()
  const isHere = children.some(({ url }) => url === pathname)
  const pages = (
    <>
      <p className={styles['name']}>{title}</p>
      <div id={id} className={styles['pages']}>
        {listMenuParts(children).map((part) => (
          <div key={part.title}>
            {part.title && <p className={styles['part']}>{part.title}</p>}
            <ul>
              {part.pages.map((page) => (
                <li key={page.url}>
                  <Link
                    to={getTagAddress(tags, page.url, pathname)}
                    className={styles['page']!}
                    aria-current={page.url === pathname ? 'page' : undefined}
                  >
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  )
  return (
    <li>
      <Beside name={pages}>
        {(isOpen) => (
          <button
            type="button"
            className={styles['icon']}
            aria-label={title}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            data-here={isHere}
          >
            <Glyph of={icon} />
          </button>
        )}
      </Beside>
    </li>
  )
}

/** The list scrolls, so the flyout is positioned relative to the window. */
function Beside({ name, children }: { name: ReactNode; children: (isOpen: boolean) => ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState<number>()
  const open = () => setTop(frame.current?.getBoundingClientRect().top)
  const close = () => setTop(undefined)
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    currentTarget.contains(relatedTarget as Node | null) || close()
  return (
    // The flyout opens on hover and on focus; Escape closes it.
    <div
      ref={frame}
      role="presentation"
      onPointerEnter={open}
      onPointerLeave={close}
      onFocus={open}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      {children(top !== undefined)}
      {top !== undefined && (
        <div className={styles['beside']} style={{ top }}>
          {name}
        </div>
      )}
    </div>
  )
}
