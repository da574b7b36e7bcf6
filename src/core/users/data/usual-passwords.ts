/**
 * Passwords that everybody tries first, without case and accents: words, names, places and rows of keys, in the Spanish of
 * El Salvador and in English. The list is ours, made for this program; one of them with digits behind it counts as well.
 */
const WORDS = `
0102030405 010203040506 0123456789 01234567890 0987654321 1020304050 102030405060 1029384756 11223344 1122334455
112233445566 1212121212 1231231230 12344321 1234512345 1234554321 123456 1234567 12345678 123456789 1234567890
12345678901 123456789012 1234qwer 123abc 123qwe 12qwaszx 1357924680 147258369 1472583690 159357 159753 1598753260
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 2468013579 2580147369 3141592653 5040302010 5432112345
6789012345 741852963 789456123 7894561230 87654321 963852741 987654321 9876543210 a1b2c3d4 a1b2c3d4e5 abc123 abc12345
abc123456 abcd1234 abcde12345 abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk abcdefghijkl abrete
abretesesamo abril abuela abuelo acajutla access adios admin admin123 admin1234 adminadmin administracion
administrador administrator agosto aguila ahuachapan alegria alejandra alejandro aleluya alianza amanda amen america
amiga amigo amigos amor amorcito amoreterno amormio ana anamaria andrea andrew android angel angeles angelita angelito
antiguocuscatlan antonio apopa apple arcoiris argentina arribaelsalvador arsenal asdfgh asdfghjkl asdfghjkln ashley
autumn azerty backup banano banco barca barcelona barcelonafc baseball basketball batman beatriz bebe bebita bendecida
bendecido bendicion bendiciones besos bienvenida bienvenido bienvenidos blink182 bodega bonita bonito buenasnoches
buenastardes buenosdias butterfly caballo cabanas cafe cafecito caja cajera cajero callofduty cambiame cambiar
cambiarclave campeon campeona campeones caramelo carino carlos carlosalberto carmen carolina cecilia celular
centroamerica cerveza chalatenango chalchuapa changeme charlie cheese chelsea chiquita chiquito chocolate chocolates
cielito cielo claro claudia clave claves clavesecreta coco cojutepeque colombia compras compu computador computadora
computer conejo contador contadora contrasena contrasenas corazon corazoncito corolla correcthorse
correcthorsebatterystaple costarica cr7 cristiano cristianoronaldo cristina cristo cristoteama cristoviene cristovive
cuscatlan cuscatleco daniel daniela database david default delfin delgado demo demostracion diana diciembre diego
digicel dinero dios diosconmigo diosesamor diosesfiel diosmio diosteama domingo dragon dragon1 dragonball dte dtes
duena dueno dulce eduardo electronica elena elizabeth elsalvador elsenoresmipastor eltunco empresa empresas enero
espana esperanza estadosunidos estrella estrellas estrellita evelyn facebook factura facturacion facturaelectronica
facturas familia family fas fatima fcbarcelona fe febrero felicidad feliz fernando ferrari firpo flor florecita flores
flower football forever fortnite francisco freedom freefire fresa friends futbol futboleros futbolista gabriel
gabriela gatito gato gerencia gerente gigabyte girasol gloria gloriaadios gmail goku gol golazo goodluck google
gracias guadalupe guanaco guanacos guapa guapo guatemala guest gustavo hacienda halamadrid hannah harley harrypotter
hector hello hellohello hellokitty helloworld hermana hermano hermosa hermoso hijos hola holaamigo holahola holamundo
honda honduras hotmail hunter iglesia ilopango iloveyou iloveyou123 iloveyouso ingrid instagram internet invierno
invitado iphone ironman isabel ivan izalco jacqueline jasmine javier jehova jehovaesmipastor jennifer jessica jesus
jesuscristo jesusteama joaquin johanna jordan jorge jorgeluis jose josemaria joshua juan juancarlos jueves julio
julio2024 junio juventus karen karla katherine killer lalibertad lapaz laptop laselecta launion laura leomessi leon
leticia letmein letmeinnow libertad liliana linda lindo linkinpark lionelmessi liverpool lkjhgfdsa lobo lobos login
loginlogin lorena losangeles lovely loveyou lucia luis luisa luisfernando luna lunes lunita madrid madridista
magicogonzalez mama mamita mango manuel manzana maradona marcela marco marcos margarita maria mariajose mariana mario
marioalberto mariposa mariposas marisol marta martes marvin marzo master matthew mauricio mayo mejicanos mercedes
mercedesbenz messi metallica metapan mexico miamor michael mickeymouse miclave micontrasena microsoft miercoles
mifamilia miguel miguelangel mihija mihijo minecraft ministerio ministeriodehacienda mirna mishijos mivida mnbvcxz
monica monkey mono monsenorromero morazan movistar mustang mypassword nada nancy naruto natalia navidad negocio nelson
newpassword neymar nicaragua nicole ninguna ninguno nintendo nirvana nissan nolose nomeacuerdo nopassword norma
noseque nosequeponer noviembre nuevaclave octubre oficina olvidada olvido opensesame operador operadora orange oscar
otono pablo pantera paola papa papito parasiempre pass pass1234 passpass passw0rd password password1 password12
password123 password1234 passwordpassword passwords patricia pedro pele perrito perro pescado pikachu pizza
playstation poiuytrewq pokemon porsiempre postgres preciosa precioso predeterminada primavera princesa princess
principe probando propietaria propietario provisional prueba pruebas pupusa pupusas purple q1w2e3r4 q1w2e3r4t5 qazwsx
qazwsxedc qweasd qweasdzxc qwerty qwerty123 qwerty12345 qwertyui qwertyuiop qwertz rafael ramon ranger raquel raul
realmadrid rebeca reina rey ricardo robert roberto rockstar rodrigo ronaldo root rootroot rosa rosas roxana ruben
sabado salmo salmo23 salmo91 salvador salvador1 salvadorena salvadoreno samsung samuel sandia sandra sanmiguel
sanoscarromero sansalvador santaana santamaria santatecla santiago sanvicente sara scoobydoo secret secreta secretaria
secretario secreto secretpassword selecta selectasalvadorena sello sellos sensuntepeque septiembre sergio server
sesamo shadow siempre signin silvia sinclave sinnombre sistema sistemas sofia sol solecito sonia sonsonate soporte
soyapango spiderman spring startup starwars suchitoto summer sunshine superman supermario supersecret superstar
superuser susana sysadmin tamales teadoro teamo teamomucho teextrano telefono temporal tequiero tequieromucho teresa
test test1234 tester testing testtest thepassword thomas tienda tigo tigre todos tomas torogoz tortuga toyota trustno1
user users usuario usuario1 usuarios usulutan valeria vanessa ventas verano veronica victor victoria vida viernes
vilma virgen virgenmaria vivaelbarca vivaelsalvador webmaster welcome welcome1 wendy whatever whatsapp wifi wilfredo
william windows winter xbox xbox360 ximena yahoo yesenia youtube zacatecoluca zaq12wsx zaq1zaq1 zxcvbn zxcvbnm
`;

export const USUAL_PASSWORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
