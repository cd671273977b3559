import { labelOf, teachingAreas, teachingFunctions, type TeachingArea } from '#packages/contract'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import type { AreaPermission } from '../../contract.ts'
import { getClassSwitch, listOfArea, setPermission, type Draft } from '../rights-draft.ts'
import styles from './area-table.module.css'

interface Props {
  permissions: readonly AreaPermission[]
  draft: Draft
  onChange: (draft: Draft) => void
}

const areas = Object.keys(teachingAreas) as TeachingArea[]

/** The twelve areas with their functions. Functions of one permission are ticked together. */
export const AreaTable = ({ permissions, draft, onChange }: Props) => (
  <table className={styles['table']}>
    <thead>
      <tr>
        <th scope="col">方面</th>
        <th scope="col">功能</th>
        <th scope="col">仅本班数据</th>
      </tr>
    </thead>
    <tbody>
      {areas.map((area) => (
        <AreaRow key={area} area={area} permissions={permissions} draft={draft} onChange={onChange} />
      ))}
    </tbody>
  </table>
)

function AreaRow({ area, permissions, draft, onChange }: Props & { area: TeachingArea }) {
  const some = listOfArea(permissions, area)
  const { canSwitch, isOn, codes } = getClassSwitch(permissions, draft, area)
  const limit = (isLimited: boolean) =>
    onChange(codes.reduce((next, code) => setPermission(next, code, isLimited ? 'classes' : 'all'), draft))
  return (
    <tr>
      <th scope="row">{teachingAreas[area]}</th>
      <td>
        {some.length > 0 ? (
          <ul className={styles['functions']}>
            {some.map((permission) => (
              <FunctionTick
                key={permission.code}
                area={area}
                permission={permission}
                draft={draft}
                onChange={onChange}
              />
            ))}
          </ul>
        ) : (
          <span className={styles['none']}>暂无功能</span>
        )}
      </td>
      <td className={styles['limit']}>
        <Checkbox
          label={`${teachingAreas[area]}仅本班数据`}
          isOn={isOn}
          isFixed={!canSwitch}
          onChange={({ target }) => limit(target.checked)}
        />
      </td>
    </tr>
  )
}

interface TickProps {
  area: TeachingArea
  permission: AreaPermission
  draft: Draft
  onChange: (draft: Draft) => void
}

/** One permission: 查看, or its functions. What another role gives is ticked and names the role. */
function FunctionTick({
  area,
  permission: { code, given, mayGrant, areas: opened, title },
  draft,
  onChange,
}: TickProps) {
  const functions = opened.find((one) => one.area === area)!.functions
  const text = functions.length === 0 ? '查看' : functions.map((one) => labelOf(teachingFunctions, one)).join('、')
  const isOwn = draft.has(code)
  const isGiven = given.some(({ onlyClasses }) => !onlyClasses)
  // For the whole school by another role: nothing can be added. What is limited to classes can be widened here.
  const isFixed = (isGiven && !isOwn) || (!mayGrant && !isOwn)
  const toggle = (isOn: boolean) => onChange(setPermission(draft, code, isOn ? 'all' : 'none'))
  return (
    <li title={title}>
      <Checkbox
        isOn={isOwn || given.length > 0}
        isPartly={!isOwn && !isGiven && given.length > 0}
        isFixed={isFixed}
        onChange={() => toggle(!isOwn)}
      >
        {text}
      </Checkbox>
      {given.length > 0 && (
        <span className={styles['source']}>
          {given.map(({ roleName, onlyClasses }) => (onlyClasses ? `${roleName}（本班）` : roleName)).join('、')}
        </span>
      )}
    </li>
  )
}
