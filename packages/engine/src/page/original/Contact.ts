export { Contact as default } from '../contact/Contact.tsx'
