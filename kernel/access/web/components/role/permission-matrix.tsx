import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import spokenOnly from '#packages/web/desk/visually-hidden.module.css'
import {
  getCommonScope,
  getFunctionMark,
  mayChangeScope,
  setScope,
  getScopeTitle,
  setFunctions,
  getFixedReason,
  type FunctionSpec,
  type ModuleSpec,
} from '../../role-model.ts'
import { matrixCell, moveInMatrix } from './matrix-keyboard.ts'
import { ScopeSelect } from './scope-select.tsx'
import type { RoleDraftEditor } from './use-role-draft.ts'
import styles from './permission-matrix.module.css'

interface Props {
  modules: readonly ModuleSpec[]
  draft: RoleDraftEditor
  isPhone: boolean
}

const columns = 2
const origins = { template: '系统默认', parent: '上级角色', own: '本角色' } as const

/** Permissions by module, with scopes. An expanded module shows the scope of each permission. */
export function PermissionMatrix({ modules, draft, isPhone }: Props) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const isOpen = ({ key }: ModuleSpec) => isPhone || opened.includes(key)
  const toggle = ({ key }: ModuleSpec) =>
    setOpened(opened.includes(key) ? opened.filter((one) => one !== key) : [...opened, key])
  const linesOf = (module: ModuleSpec) =>
    isOpen(module) ? module.functions.length : Math.ceil(module.functions.length / columns)
  return (
    // The arrow keys belong to the whole matrix.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['matrix']} onKeyDown={moveInMatrix}>
      <div className={styles['head']} aria-hidden="true">
        <span>模块</span>
        <span>数据范围</span>
        <span>功能</span>
      </div>
      {modules.map((module, at) => (
        <Row
          key={module.key}
          module={module}
          draft={draft}
          isPhone={isPhone}
          first={modules.slice(0, at).reduce((sum, above) => sum + linesOf(above), 0)}
          isOpen={isOpen(module)}
          onToggle={() => toggle(module)}
        />
      ))}
    </div>
  )
}

interface RowProps {
  module: ModuleSpec
  draft: RoleDraftEditor
  /** Number of its first line. */
  first: number
  isOpen: boolean
  isPhone: boolean
  onToggle: () => void
}

function Row({ module, draft, first, isOpen, isPhone, onToggle }: RowProps) {
  const { title, functions } = module
  const { detail, state } = draft
  const held = functions.filter(({ code }) => state.held.has(code))
  const scope = getCommonScope(state, functions)
  const isFixed = !functions.some((one) => state.held.has(one.code) && mayChangeScope(detail, one))
  const setAll = (isOn: boolean) => draft.change(setFunctions(draft, module, functions, isOn))
  return (
    <section className={styles['row']} aria-label={title} data-open={isOpen || undefined}>
      <div className={styles['module']}>
        <span className={styles['all']} {...matrixCell(first, 0)}>
          <Checkbox
            {...(!isPhone && { label: `${title}：全部功能` })}
            isOn={held.length === functions.length}
            isPartly={held.length > 0 && held.length < functions.length}
            isFixed={!detail.mayEdit}
            onChange={({ target }) => setAll(target.checked)}
          >
            {isPhone && <span className={styles['name']}>{title}</span>}
          </Checkbox>
        </span>
        {isPhone ? (
          <span className={styles['count']}>
            {held.length} / {functions.length}
          </span>
        ) : (
          <button
            type="button"
            className={styles['opener']}
            aria-expanded={isOpen}
            title={isOpen ? '收起' : '分别设置每项功能的范围'}
            onClick={onToggle}
          >
            {title}
            <Glyph of={isOpen ? DownOutlined : RightOutlined} />
          </button>
        )}
      </div>
      <div className={styles['reach']} {...matrixCell(first, 1)}>
        <ScopeSelect
          label={`${title}的数据范围`}
          detail={detail}
          scope={scope}
          isFixed={isFixed}
          orgIds={held.length > 0 ? state.held.get(held[0]!.code)!.orgIds : []}
          onChoose={(roleScope) => draft.change(setScope(draft, functions, roleScope))}
        />
      </div>
      <ul className={styles['functions']}>
        {functions.map((one, at) => (
          <Cell
            key={one.code}
            module={module}
            draft={draft}
            isOpen={isOpen}
            of={one}
            isMixed={scope === 'mixed'}
            position={isOpen ? [first + at, 2] : [first + Math.floor(at / columns), 2 + (at % columns)]}
          />
        ))}
      </ul>
    </section>
  )
}

interface CellProps {
  of: FunctionSpec
  module: ModuleSpec
  draft: RoleDraftEditor
  isOpen: boolean
  /** The permissions of the module have different scopes, so each shows its own. */
  isMixed: boolean
  position: readonly [line: number, column: number]
}

const markLabels = { gained: '将获得', lost: '将失去', moved: '范围改变' } as const

function Cell({ of, module, draft, isOpen, isMixed, position: [line, column] }: CellProps) {
  const { detail, base, state } = draft
  const roleScope = state.held.get(of.code)
  const mark = getFunctionMark(base, state, of.code)
  const why = getFixedReason(detail, base, of)
  const isLocked = why !== undefined
  const hiddenText = [mark && markLabels[mark], detail.mayEdit && why].filter(Boolean).join('，')
  return (
    <li className={styles['cell']} data-mark={mark} data-fixed={isLocked || undefined}>
      <span className={styles['tick']} title={detail.mayEdit ? why : undefined} {...matrixCell(line, column)}>
        <Checkbox
          isOn={roleScope !== undefined}
          isFixed={isLocked}
          onChange={({ target }) => draft.change(setFunctions(draft, module, [of], target.checked))}
        >
          <span className={styles['title']}>
            {of.title}
            {!isOpen && isMixed && roleScope && <span className={styles['own']}>{getScopeTitle(roleScope.scope)}</span>}
            {hiddenText && <span className={spokenOnly['only']}>，{hiddenText}</span>}
          </span>
        </Checkbox>
      </span>
      {isOpen && roleScope && (
        <>
          <span className={styles['origin']}>{originText(draft, of.code)}</span>
          <span className={styles['cellScope']} {...matrixCell(line, column + 1)}>
            <ScopeSelect
              label={`${of.title}的数据范围`}
              detail={detail}
              scope={roleScope.scope}
              orgIds={roleScope.orgIds}
              isFixed={!mayChangeScope(detail, of)}
              why={detail.mayEdit && !of.mayGrant ? '您没有该功能，不能改变范围' : undefined}
              onChoose={(next) => draft.change(setScope(draft, [of], next))}
            />
          </span>
        </>
      )}
    </li>
  )
}

function originText({ detail }: RoleDraftEditor, code: string) {
  const known = detail.functions.find((one) => one.code === code)
  return known ? origins[known.origin] : '本次新增'
}
