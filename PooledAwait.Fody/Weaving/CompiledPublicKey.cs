using Fody;

namespace PooledAwait.Fody.Weaving;

/// <summary>
/// The public key that the compiler gave an assembly. When Fody writes the assembly, it reads the public key from a key file. If Fody does not sign, it takes
/// the whole file as the public key. Even a private key in the file would then become part of the assembly. The weaver therefore writes a file for Fody with
/// nothing but the compiler's public key.
/// </summary>
/// <param name="name">The assembly's name, as the compiler wrote it.</param>
internal sealed class CompiledPublicKey(AssemblyNameDefinition name)
{
    /// <summary>
    /// The package's targets define this constant if Fody will read the key from the file that the weaver writes. Only the weaver sees the constant.
    /// </summary>
    internal const string Constant = "POOLEDAWAIT_PUBLIC_KEY";

    private const string Id = "PA009";

    private readonly byte[] _key = name.PublicKey;
    private readonly string _token = Token(name);

    /// <summary>
    /// Writes the key to a file, which is empty if the assembly has no public key. The package's targets pass the file's name to Fody, so Fody reads the file
    /// after the weave.
    /// </summary>
    public void WriteBeside(string assembly, string project) =>
        File.WriteAllBytes(Path.Combine(Path.GetDirectoryName(assembly) ?? "", $"{Path.GetFileName(project)}.PooledAwait.publickey"), _key);

    /// <summary>Checks the written assembly, and deletes it if it has another public key.</summary>
    /// <exception cref="WeavingException">The assembly has another public key.</exception>
    public void ThrowUnlessIn(string assembly)
    {
        using (var written = AssemblyDefinition.ReadAssembly(assembly))
        {
            if (written.Name.PublicKey.SequenceEqual(_key))
            {
                return;
            }
        }

        File.Delete(assembly);
        throw new WeavingException(
            $"PooledAwait {Id}: the compiler gave {Path.GetFileName(assembly)} the public key token {_token}, but Fody wrote another public key or none, so the build deleted the file. " +
            "Fody signs only with an .snk file: set SignAssembly to true and AssemblyOriginatorKeyFile to its path. It does not support .pfx files, KeyContainerName and [AssemblyKeyFile].");
    }

    private static string Token(AssemblyNameDefinition name) =>
        name.HasPublicKey ? string.Concat(name.PublicKeyToken.Select(part => part.ToString("x2", System.Globalization.CultureInfo.InvariantCulture))) : "null";
}
