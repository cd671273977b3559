import { ApartmentOutlined, CloseOutlined, DownOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { SlideOver } from '#packages/web/desk/slide-over.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { TreeSearch } from '#packages/web/desk/tree-list/tree-search.tsx'
import { useTree } from '#packages/web/desk/tree-list/use-tree.ts'
import { organisationDetail } from '../queries.ts'
import { getPickerTree, type OrgPickerFilter } from './picker-tree.ts'
import styles from './org-picker.module.css'

interface Props extends ControlProps, OrgPickerFilter {
  /** Shows the tree permanently, for a dialog with nothing else. */
  isOpen?: boolean
}

/** Chooses one organisation from the tree or by name; the value is its id, or empty. */
export default function OrgPicker(props: Props) {
  const { value, isPhone, onChange, isOpen: isFixed = false } = props
  const [isOpened, setOpened] = useState(false)
  const isOpen = isFixed || isOpened
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const chosen = typeof value === 'string' && value ? value : undefined
  const close = () => {
    setOpened(false)
    trigger.current?.focus()
  }
  const choose = (node: string) => {
    onChange(node)
    if (!isFixed) close()
  }
  const press = () => (isFixed ? panel.current?.querySelector('input')?.focus() : setOpened(!isOpened))
  const isSheet = isPhone && !isFixed
  const tree = isOpen && (
    // Escape belongs to the whole panel; Enter must not submit the surrounding form.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={panel}
      id={id}
      className={isSheet ? styles['sheet'] : styles['panel']}
      onKeyDown={(event) => pressed(event, isFixed ? undefined : close)}
    >
      <PickTree {...props} chosen={chosen} onChoose={choose} />
    </div>
  )
  return (
    <div className={styles['frame']}>
      <Opener
        {...props}
        trigger={trigger}
        chosen={chosen}
        panel={id}
        isOpen={isOpen}
        isFixed={isFixed}
        onPress={press}
      />
      {tree && isSheet ? (
        <SlideOver from="below" label="选择机构" onClose={close}>
          {tree}
        </SlideOver>
      ) : (
        tree
      )}
    </div>
  )
}

interface OpenerProps extends ControlProps, Pick<OrgPickerFilter, 'within'> {
  trigger: RefObject<HTMLButtonElement | null>
  chosen: string | undefined
  /** Id of the panel that the button opens. */
  panel: string
  isOpen: boolean
  isFixed: boolean
  onPress: () => void
}

/** Shows the chosen organisation; opens the tree, or moves the focus there. */
function Opener({ trigger, chosen, panel, isOpen, isFixed, onPress, ...props }: OpenerProps) {
  const { control, isRequired, none, placeholder = '请选择', within, onChange } = props
  return (
    <div className={styles['field']} data-wrong={control.status === 'error' ? '' : undefined}>
      <button
        ref={trigger}
        type="button"
        id={control.id}
        className={styles['button']}
        aria-labelledby={`${getLabelId(control.id)} ${panel}-chosen`}
        aria-describedby={control['aria-describedby']}
        {...(!isFixed && { 'aria-haspopup': 'tree', 'aria-expanded': isOpen })}
        aria-controls={isOpen ? panel : undefined}
        onClick={onPress}
      >
        <Glyph of={ApartmentOutlined} />
        <span id={`${panel}-chosen`} className={styles['chosen']}>
          {chosen ? (
            <Chosen id={chosen} isWithin={within !== undefined} />
          ) : (
            <span className={styles['none']}>{placeholder}</span>
          )}
        </span>
        {!isFixed && <Glyph of={DownOutlined} />}
      </button>
      {chosen && !isRequired && (
        <button type="button" className={styles['clear']} aria-label="清除" onClick={() => onChange(none)}>
          <Glyph of={CloseOutlined} />
        </button>
      )}
    </div>
  )
}

function pressed(event: KeyboardEvent, close: (() => void) | undefined) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
    const frame = event.currentTarget
    event.preventDefault()
    frame.querySelector<HTMLElement>('[data-found]')?.click()
  }
  if (event.key !== 'Escape' || event.defaultPrevented || !close) return
  event.preventDefault()
  close()
}

/** Within one organisation the direct parent is enough. */
function Chosen({ id, isWithin }: { id: string; isWithin: boolean }) {
  const query = useQuery(organisationDetail(id))
  if (query.isError) return <span className={styles['none']}>已选机构不可见</span>
  if (!query.data) return '…'
  const { name, ancestors } = query.data
  return (
    <>
      {name}
      {ancestors.length > 0 && (
        <span className={styles['above']}>{ancestors.slice(isWithin ? -1 : -2).join(' / ')}</span>
      )}
    </>
  )
}

function PickTree(
  props: OrgPickerFilter & { chosen: string | undefined; onChoose: (id: string) => void; isPhone: boolean },
) {
  const { kinds, within, withSelf, without, chosen, onChoose, isPhone } = props
  const client = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  // Callers often pass new objects on every render.
  const searchQuery = JSON.stringify({ kinds, within, withSelf, without } satisfies OrgPickerFilter)
  const spec = useMemo(() => getPickerTree(client, JSON.parse(searchQuery) as OrgPickerFilter), [client, searchQuery])
  const tree = useTree(spec, chosen)
  const isThere = tree.roots.data !== undefined
  useEffect(() => {
    if (!isThere || isPhone) return
    frame.current?.querySelector('input')?.focus({ preventScroll: true })
    // The whole picker, not only the field: the panel opens downwards, often at the end of a form.
    frame.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [isThere, isPhone])
  if (tree.roots.isError) return <p className={styles['note']}>{getErrorMessage(tree.roots.error)}</p>
  if (!tree.roots.data) return <SkeletonLines widths={[60, 48, 54]} />
  if (tree.roots.data.length === 0) return <p className={styles['note']}>{spec.empty.title}</p>
  return (
    <div ref={frame} className={styles['tree']}>
      <TreeSearch spec={spec} tree={chosen ? tree : { ...tree, chosen: undefined }} onChoose={onChoose} />
    </div>
  )
}
