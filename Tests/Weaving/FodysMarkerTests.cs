using System.Reflection;
using System.Security.Cryptography;
using Fody;
using Microsoft.Extensions.DependencyInjection;
using Mono.Cecil;
using PooledAwait.Fody;
using PooledAwait.Fody.Weaving;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Fody adds a class to each woven assembly. The weaver makes this class static, so that assembly scans skip it, and gives it a namespace.</summary>
[Parallelizable(ParallelScope.Self)]
public class FodysMarkerTests
{
    private const string Source = "namespace Shop { public interface IStore { } public sealed class Store : IStore { public async System.Threading.Tasks.ValueTask Wait() => await System.Threading.Tasks.Task.Yield(); } }";
    private const string Name = $"{CompiledAssembly.Name}_ProcessedByFody";

    /// <summary>Checks an assembly of this repository that was woven in its build.</summary>
    [Test]
    public void Of_a_build_has_a_namespace_and_is_registered_by_nobody()
    {
        var woven = Assembly.LoadFrom(Path.Combine(AppContext.BaseDirectory, "Work.Woven.dll"));
        Assert.Multiple(() =>
        {
            Assert.That(woven.GetTypes().Where(type => type.Namespace == null && !type.IsNested).Select(type => type.Name), Is.All.StartsWith("<PrivateImplementationDetails>"));
            Assert.That(woven.GetType("Fody.WorkWoven_ProcessedByFody"), Is.Not.Null.And.Matches<Type>(type => type is { IsAbstract: true, IsSealed: true, IsVisible: false }));
            var services = new ServiceCollection().Scan(scan => scan.FromAssemblies(woven).AddClasses(publicOnly: false).AsSelf().WithTransientLifetime());
            Assert.That(services.Select(service => service.ServiceType.Namespace), Is.Not.Empty.And.None.EqualTo("Fody"));
        });
    }

    /// <summary>If two builds write the same file, the file may change after Fody has written it.</summary>
    [TestCase(false)]
    [TestCase(true)]
    public void A_file_that_another_build_writes_is_told_in_words(bool isOpen)
    {
        using var folder = new TemporaryFolder();
        var weaver = new ModuleWeaver();
        new WeavingRunner { Weaver = () => weaver, Directory = folder.FullName }.Weave(Fixtures.Compile(Shape.Release, Source));
        File.WriteAllText(weaver.AssemblyFilePath, "half of it");
        using var other = isOpen ? new FileStream(weaver.AssemblyFilePath, FileMode.Open, FileAccess.ReadWrite, FileShare.None) : null;

        Assert.That(
            weaver.AfterWeaving,
            Throws.TypeOf<WeavingException>().With.Message.Match(
                @"^PooledAwait: another program uses \S+AssemblyToProcess\.dll, which Fody has just written: .+\. " +
                @"If two builds of the project run at once, let one wait for the other, or give each its own folder \(BaseIntermediateOutputPath\)\.$"));
    }

    [Test]
    public void Is_all_of_the_file_that_changes([Values] bool isSigned, [Values] bool isThere)
    {
        using var module = Fixtures.Compile(Shape.Release, Source).Read();
        if (isThere)
        {
            module.Types.Add(new TypeDefinition(null, Name, Mono.Cecil.TypeAttributes.NotPublic, module.TypeSystem.Object));
        }

        using var folder = new TemporaryFolder();
        var file = folder.PathOf("it.dll");
        using (var key = new RSACryptoServiceProvider(1024))
        {
            module.Write(file, new WriterParameters { StrongNameKeyBlob = isSigned ? key.ExportCspBlob(includePrivateParameters: true) : null });
        }

        var before = File.ReadAllBytes(file);
        FodysMarker.Hide(file, CompiledAssembly.Name);
        var after = File.ReadAllBytes(file);
        FodysMarker.Hide(file, CompiledAssembly.Name);

        Assert.That(File.ReadAllBytes(file), Is.EqualTo(after), "It is hidden once.");
        Assert.That(after, Has.Length.EqualTo(before.Length));
        Assert.That(before.Zip(after).Count(pair => pair.First != pair.Second), isThere && !isSigned ? Is.InRange(3, 4) : Is.Zero, "The flags, and a place of two bytes.");
        using var hidden = CompiledAssembly.Read(after);
        Assert.That(hidden.GetType("Fody", Name) is { IsAbstract: true, IsSealed: true, IsNotPublic: true, IsBeforeFieldInit: false }, Is.EqualTo(isThere && !isSigned));
    }

    [Test]
    public void Is_hidden_behind_a_weave([Values] bool isEnabled)
    {
        var woven = new WeavingRunner
        {
            Prepare = module => module.Types.Add(new TypeDefinition(null, Name, Mono.Cecil.TypeAttributes.NotPublic, module.TypeSystem.Object)),
            DefineConstants = isEnabled ? [] : [ModuleWeaver.DisabledConstant],
        }.Weave(Fixtures.Compile(Shape.Release, Source)).Result;
        Assert.That(new LoadedAssembly(woven).Assembly.GetTypes().Single(type => type.Name == Name).Namespace, Is.EqualTo(isEnabled ? "Fody" : null));
    }
}
