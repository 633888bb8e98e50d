using Fody;
using Mono.Cecil;

namespace PooledAwait.Fody;

/// <summary>
/// The public key that the compiler gave an assembly. Fody reads its own from a key file when it writes the assembly, and takes the file as it is for one where it does not sign:
/// what the file held would stand in the assembly, a private key too.
/// </summary>
/// <param name="name">The assembly's, as the compiler wrote it.</param>
internal sealed class CompiledPublicKey(AssemblyNameDefinition name)
{
    /// <summary>Defined for the weaver alone by the package's targets, where the file that it writes is the one that Fody gets.</summary>
    internal const string Constant = "POOLEDAWAIT_PUBLIC_KEY";

    private const string Id = "PA009";

    private readonly byte[] _key = name.PublicKey;
    private readonly string _token = Token(name);

    /// <summary>Writes it where the package's targets say that Fody is to read it, after the weave. It is empty for an assembly that has none.</summary>
    public void WriteBeside(string assembly, string project) =>
        File.WriteAllBytes(Path.Combine(Path.GetDirectoryName(assembly) ?? "", $"{Path.GetFileName(project)}.PooledAwait.publickey"), _key);

    /// <summary>Looks at what was written, and deletes it where it has another public key.</summary>
    /// <exception cref="WeavingException">It has.</exception>
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
