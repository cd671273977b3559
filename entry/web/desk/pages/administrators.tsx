import styles from './administrators.module.css'

interface Person {
  name: string
  orgName: string
  phone: string
}

/** Contacts: name, department and phone number. */
export const Administrators = ({ people }: { people: readonly Person[] }) => (
  <ul className={styles['people']}>
    {people.map(({ name, orgName, phone }) => (
      <li key={`${name} ${orgName}`} className={styles['person']}>
        <span className={styles['face']} aria-hidden="true">
          {name.slice(0, 1)}
        </span>
        <span>
          {name}，{orgName}
        </span>
        {phone && (
          <a className={styles['phone']} data-inline href={`tel:${phone}`}>
            {phone}
          </a>
        )}
      </li>
    ))}
  </ul>
)
