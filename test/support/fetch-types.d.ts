/** The client is written for browsers too; of what it needs, this is all that the types of Node do not declare globally. */
type BodyInit = NonNullable<RequestInit['body']>;
