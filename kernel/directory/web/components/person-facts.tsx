import type { Section } from '#packages/web/desk/list/spec.ts'
import type { ColleagueDetail, Post } from '../../contract.ts'
import { placeWords } from '../words.ts'
import { PhoneNumber } from './phone-number.tsx'
import dots from '#packages/web/desk/dotted.module.css'
import styles from './person-facts.module.css'

/** How to reach somebody, and what he or she does where. */
export const personFacts = (person: ColleagueDetail): readonly Section[] => [
  { title: '联系方式', facts: [mobile(person), ...offices(person), ...quiet(person)] },
  { title: '任职', facts: [], whole: <Posts posts={person.posts} /> },
]

const mobile = ({ name, mobile: phone, isMobileHidden }: ColleagueDetail) => ({
  label: '手机',
  value: <PhoneNumber phone={phone} of={name} isHidden={isMobileHidden} />,
})

/** The person's own desk; where there is none, the office of the organisation. */
function offices({ posts }: ColleagueDetail) {
  const desks = posts.flatMap(({ officePhone, orgName }) => (officePhone ? [{ orgName, phone: officePhone }] : []))
  const orgs = posts.flatMap(({ orgPhone, orgName }) => (orgPhone ? [{ orgName, phone: orgPhone }] : []))
  const row = (label: string, numbers: readonly { orgName: string; phone: string }[]) => {
    const each = [...new Map(numbers.map((one) => [one.phone, one])).values()]
    if (each.length === 0) return []
    const value = (
      <span className={styles['numbers']}>
        {each.map(({ orgName, phone }) => (
          <PhoneNumber key={phone} phone={phone} of={`${orgName}${label}`} />
        ))}
      </span>
    )
    return [{ label, value }]
  }
  return [...row('办公电话', desks), ...row('单位电话', orgs)]
}

const quiet = ({ quietFrom, quietTo }: ColleagueDetail) =>
  quietFrom ? [{ label: '勿扰时段', value: `${quietFrom} 至 ${quietTo}，非紧急请勿来电` }] : []

const Posts = ({ posts }: { posts: readonly Post[] }) => (
  <ul className={styles['posts']}>
    {posts.map((post) => (
      <li key={post.userId}>
        <strong>{post.orgName}</strong>
        <span className={dots['dotted']}>
          {placeWords(post).map((words) => (
            <span key={words}>{words}</span>
          ))}
        </span>
      </li>
    ))}
  </ul>
)
