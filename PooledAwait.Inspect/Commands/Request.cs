using System.CommandLine;
using System.Diagnostics.CodeAnalysis;
using System.Xml.Linq;
using Fody;
using PooledAwait.Inspect.Files;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Commands;

/// <summary>The user's request to a command.</summary>
/// <param name="Parsed">The whole command line.</param>
/// <param name="Input">The assemblies.</param>
/// <param name="References">The files in which references are looked up.</param>
/// <param name="Config">The weaver's options.</param>
/// <param name="IsJson">Whether to answer in JSON.</param>
internal sealed record Request(ParseResult Parsed, Input Input, IReadOnlyList<string> References, XElement Config, bool IsJson)
{
    public TextWriter Output => Parsed.InvocationConfiguration.Output;

    public TextWriter Error => Parsed.InvocationConfiguration.Error;

    /// <summary>Opens an assembly, passes it to a function, and closes the assembly.</summary>
    /// <exception cref="InputException">The assembly cannot be read or woven; the message contains its path.</exception>
    [SuppressMessage("Design", "CA1031", Justification = "Damaged metadata makes Cecil throw anything.")]
    public T Use<T>(string path, Func<OpenAssembly, T> use)
    {
        using var assembly = Open(path, new ReferenceResolver(References));
        try
        {
            return use(assembly);
        }
        catch (WeavingException exception)
        {
            throw new InputException($"{path}: {exception.Message}");
        }
        catch (Exception exception) when (exception is not InputException)
        {
            throw new InputException($"'{path}' cannot be woven: it is damaged, or PooledAwait has a defect.\n{exception}");
        }
    }

    /// <summary>Opens assemblies as one program, passes the program to a function, and closes all assemblies.</summary>
    /// <exception cref="InputException">An assembly cannot be read or woven.</exception>
    [SuppressMessage("Design", "CA1031", Justification = "Damaged metadata makes Cecil throw anything.")]
    public T UseTogether<T>(IReadOnlyList<string> paths, Func<OpenProgram, T> use)
    {
        using var program = new OpenProgram(paths, References, Open);
        try
        {
            return use(program);
        }
        catch (WeavingException exception)
        {
            throw new InputException(exception.Message);
        }
        catch (Exception exception) when (exception is not InputException)
        {
            throw new InputException($"The assemblies of '{Input.Root}' cannot be woven together: one is damaged, or PooledAwait has a defect.\n{exception}");
        }
    }

    [SuppressMessage("Design", "CA1031", Justification = "Damaged metadata makes Cecil throw anything.")]
    private OpenAssembly Open(string path, ReferenceResolver resolver)
    {
        try
        {
            return new OpenAssembly(path, References, resolver);
        }
        catch (Exception exception) when (exception is not InputException)
        {
            throw new InputException($"'{path}' cannot be read: {exception.Message}");
        }
    }
}
