import { idCardBirthday } from '#packages/core'
import type { RowIssue } from '#packages/sheet'
import { userTypes } from '../../contract.ts'
import { masked } from '../private-facts.ts'
import { isOpenOn } from '../service/reach.ts'
import type { Known, Look, Wanted } from './looking.ts'
import { hasOtherIdCard, isNamed, skip, type KnownPlace, type Match } from './matching.ts'
import type { Unit } from './units.ts'

const aboutPlace = (place: KnownPlace) => {
  const facts = [place.number && `工号${place.number}`, place.departmentName].filter(Boolean)
  return facts.length > 0 ? `（${facts.join('，')}）` : ''
}

interface Alike {
  known: Known
  place: KnownPlace
  words: string
}

/**
 * Who might be the same: of the same name in the unit; of the same name or one that is read alike, with the same birthday
 * or the same end of the phone number, anywhere within reach. Not whoever has another ID number, and not whoever this very
 * import has just brought: they stand in the same file.
 */
export function alikeOf(look: Look, unit: Unit, wanted: Wanted): Alike[] {
  const { name = '', idCard, mobile } = wanted.values
  const isShown = (column: string) => !look.hidden.has(column)
  const birthday = wanted.values['birthday'] ?? (idCard ? idCardBirthday(idCard) : undefined)
  return look.namesakes(name).flatMap((known): Alike[] => {
    const open = known.places.filter((place) => isOpenOn(look.day)(place) && place.mayEdit)
    const place = open.find(({ orgId }) => orgId === unit.id) ?? open[0]
    if (!place || place.updatedAt.getTime() === look.now.getTime() || hasOtherIdCard(known, wanted)) return []
    const opened = known.open(place)
    const bornOn = opened.facts.birthday || (opened.idCard && idCardBirthday(opened.idCard))
    const shared = [
      ...(birthday && birthday === bornOn && isShown('birthday') ? ['出生日期相同'] : []),
      ...(mobile && mobile.slice(-4) === opened.phone.slice(-4) && isShown('mobile') ? ['手机尾号相同'] : []),
    ]
    const isHere = place.orgId === unit.id
    const where = isHere ? '本单位' : place.orgName
    const named = isNamed(known, name)
    if (named && isHere && shared.length === 0)
      return [{ known, place, words: `${where}已有同名人员${aboutPlace(place)}` }]
    if (shared.length === 0) return []
    const who = named ? '同名人员' : `读音相同的“${known.name}”`
    return [{ known, place, words: `${where}已有${who}，${shared.join('、')}${aboutPlace(place)}` }]
  })
}

/** Somebody has said of the row who it is. It holds as long as that person is still one of those who might be. */
export function matchSaid(look: Look, unit: Unit, wanted: Wanted): Match | undefined {
  if (!wanted.accepted.some((code) => code.startsWith('is:'))) return undefined
  const said = alikeOf(look, unit, wanted).find(({ place }) => wanted.accepted.includes(`is:${place.id}`))
  return said && { known: said.known, how: 'name' }
}

/** Who it is, nobody guesses: both records are shown, and of several nobody is proposed. */
export function maybeSame(look: Look, alike: readonly Alike[]): RowIssue {
  const [one] = alike
  const question = { column: 'name', code: 'maybe-same', isByRow: true }
  const others = [{ kind: 'accept' as const, words: '不是同一人，新建' }, skip('跳过')]
  if (alike.length > 1)
    return { ...question, words: `可能是已有的${alike.length}人之一，请填写工号或身份证号`, cures: others }
  const { words, place } = one!
  const update = { kind: 'is' as const, id: place.id, words: '是同一人，更新资料' }
  return { ...question, words, cures: [update, ...others], known: shownTo(look, one!) }
}

/** Somebody's record as the importer may see it, with what tells people apart. */
function shownTo({ hidden, ground }: Look, { known, place }: Alike): Record<string, string> {
  const { phone, idCard, facts } = known.open(place)
  const unit = ground.units.find(({ id }) => id === place.orgId)
  const title = unit?.departments.find(({ id }) => id === place.departmentId)?.title
  const facets = {
    name: known.name,
    sex: place.sex ?? '',
    number: place.number,
    org: place.orgName,
    department: title ?? place.departmentName,
    userType: userTypes[place.userType].title,
    post: place.post,
    subject: place.subject,
    idCard: masked('idCard', idCard),
    mobile: masked('mobile', phone),
    // Beside a masked number without the day.
    birthday: facts.birthday.slice(0, 7),
  }
  return Object.fromEntries(Object.entries(facets).filter(([column, value]) => value !== '' && !hidden.has(column)))
}
