/** How many questions a role is asked: what the page says before anyone begins. */
import { companyOf, hasLicence, type Role } from '../../accounts/lists.ts';

/** Who you are: role, country, city. Log-in: email, password, mobile. About you: name, nickname, birth date, gender, address. */
const FOR_ALL = 3 + 3 + 5;
/** Products, experience, employment, income, net worth, source of funds, and the broker number. */
const FOR_INVESTORS = 6 + 1;

/**
 * Questions of a role. A name of two parts and an address are one each, a licence one; what has a default, the
 * declarations at the end and what only some high-risk products ask are not counted.
 */
export function questionsOf(role: Role): number {
  return (
    FOR_ALL +
    (role === 'investor' ? FOR_INVESTORS : 0) +
    (companyOf(role) === 'none' ? 0 : 1) +
    (hasLicence(role) ? 1 : 0)
  );
}
