using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace PooledAwait.Inspect.Files;

/// <summary>Finds the frameworks that assemblies are made for, and the files of frameworks on this machine.</summary>
internal static class Frameworks
{
    /// <summary>The assemblies of the shared frameworks, in the version that this tool runs on; the base framework comes first.</summary>
    public static IEnumerable<string> SharedAssemblies
    {
        get
        {
            var own = Path.TrimEndingDirectorySeparator(RuntimeEnvironment.GetRuntimeDirectory());
            var shared = Path.GetDirectoryName(Path.GetDirectoryName(own))!;
            string[] others = ["Microsoft.AspNetCore.App", "Microsoft.WindowsDesktop.App"];
            return others.Select(name => Path.Combine(shared, name, Path.GetFileName(own)))
                .Prepend(own)
                .Where(Directory.Exists)
                .SelectMany(folder => Directory.GetFiles(folder, "*.dll").Order(StringComparer.Ordinal));
        }
    }

    /// <summary>Returns the path of the tool's PooledAwait.Runtime for the newest framework that any of the assemblies is made for.</summary>
    public static string RuntimeLibraryFor(IEnumerable<string> assemblies)
    {
        var newest = assemblies.Select(VersionOf).DefaultIfEmpty().Max();
        var framework = newest?.Major >= 10 ? "net10.0" : newest?.Major >= 8 ? "net8.0" : "netstandard2.0";
        return Path.Combine(AppContext.BaseDirectory, "runtime", framework, PooledAwait.Fody.IL.RuntimeReference.Name + ".dll");
    }

    /// <summary>
    /// Returns whether a file of PooledAwait.Runtime is older than this tool's. The tool's file can replace an older one, because each version has everything
    /// that older versions have.
    /// </summary>
    public static bool IsOlderRuntimeLibrary(string path)
    {
        try
        {
            return AssemblyName.GetAssemblyName(path).Version < typeof(PooledAwait.Fody.ModuleWeaver).Assembly.GetName().Version;
        }
        catch (BadImageFormatException)
        {
            // The reference resolver reads the file too, and reports the error.
            return false;
        }
    }

    /// <summary>
    /// Returns the version of .NET that the assembly is made for; null if it is made for .NET Framework or .NET Standard, or names no framework.
    /// </summary>
    private static Version? VersionOf(string path)
    {
        try
        {
            return NamedVersion(path);
        }
        catch (Exception exception) when (exception is BadImageFormatException or ArgumentException)
        {
            // A TargetFrameworkAttribute can contain any text. If the text is not the name of a framework, FrameworkName throws.
            return null;
        }
    }

    private static Version? NamedVersion(string path)
    {
        using var image = new PEReader(File.OpenRead(path));
        var metadata = image.GetMetadataReader();
        foreach (var handle in metadata.GetAssemblyDefinition().GetCustomAttributes())
        {
            var attribute = metadata.GetCustomAttribute(handle);
            if (attribute.Constructor.Kind == HandleKind.MemberReference &&
                metadata.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent is { Kind: HandleKind.TypeReference } parent &&
                metadata.StringComparer.Equals(metadata.GetTypeReference((TypeReferenceHandle)parent).Name, nameof(TargetFrameworkAttribute)))
            {
                var value = metadata.GetBlobReader(attribute.Value);
                value.ReadUInt16(); // the prolog of every attribute's value
                return value.ReadSerializedString() is { } name && new FrameworkName(name) is { Identifier: ".NETCoreApp" } framework
                    ? framework.Version
                    : null;
            }
        }

        return null;
    }
}
